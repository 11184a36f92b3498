import { dropSupersededLoads, dropAbandonedLoads } from './clean-up-loads.js';
import { addSeconds, type Clock } from '../../../platform/lib/time.js';
import { dropOrphanedStagingTables } from './stage-files.js';
import { dropOldRuleResults } from '../../costs/virtual-tags/index.js';
import { job } from '../../../platform/jobs/job.js';
import { unlessCopied } from '../../../platform/jobs/unless-copied.js';
import type { Services } from '../../../platform/kernel/services.js';

/** Superseded loads are kept this long, so that queries that started on them can finish and be repeated. */
const supersededRetentionHours = 24;

/** No import takes this long, so the process that created a staging table before has died. */
const stagingHours = 20;

export const loadCleanUp = job({
  name: 'load-clean-up',
  summary:
    'Deletes the rows of failed, interrupted, deleted and superseded loads, staged files and outdated rule results',
  cron: '20 * * * *',
  retries: 3,
  run: (_payload, { services, clock }) => unlessCopied(services, () => cleanUp(services, clock)),
});

async function cleanUp({ costs, importer }: Services, clock: Clock): Promise<string> {
  const abandoned = await dropAbandonedLoads(costs, importer.loadStore);
  const before = addSeconds(clock(), -supersededRetentionHours * 3600);
  const superseded = await dropSupersededLoads(costs, importer.loadStore, before);
  await dropOldRuleResults(costs);
  await dropOrphanedStagingTables(costs, addSeconds(clock(), -stagingHours * 3600));
  return `${abandoned.length} abandoned and ${superseded.length} superseded loads dropped`;
}
