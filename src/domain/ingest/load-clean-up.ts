import { dropSuperseded, sweepAbandoned } from './sweep.js';
import { addSeconds } from '../../platform/lib/time.js';
import { dropOldRuleResults } from '../virtual-tags/materialize-rules.js';
import { job } from '../../platform/jobs/job.js';

/** How long a replaced version stays, so that questions begun on it can finish and be asked again. */
const supersededHours = 24;

export const loadCleanUp = job({
  name: 'load-clean-up',
  summary:
    'Drops the rows of failed, interrupted, deleted and long replaced loads, and old rule results',
  cron: '20 * * * *',
  retries: 3,
  run: async (_payload, { services: { costs, importer }, clock }) => {
    const abandoned = await sweepAbandoned(costs, importer.book);
    const before = addSeconds(clock(), -supersededHours * 3600);
    const superseded = await dropSuperseded(costs, importer.book, before);
    await dropOldRuleResults(costs);
    return `${abandoned.length} abandoned and ${superseded.length} replaced loads dropped`;
  },
});
