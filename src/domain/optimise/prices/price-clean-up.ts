import { job } from '../../../platform/jobs/job.js';
import { unlessCopied } from '../../../platform/jobs/unless-copied.js';
import type { Services } from '../../../platform/kernel/services.js';
import { addSeconds, type Clock } from '../../../platform/lib/time.js';
import { dropPublications } from './drop-publications.js';
import { deletePublications } from './publication.js';

/** No import takes this long, and no query reads a superseded publication so long. */
const retentionHours = 24;

export const priceCleanUp = job({
  name: 'price-clean-up',
  summary: 'Deletes price lists that were superseded or whose import was interrupted',
  cron: '50 2 * * *',
  retries: 3,
  run: (_payload, { services, clock }) => unlessCopied(services, () => cleanUp(services, clock)),
});

async function cleanUp({ db, costs }: Services, clock: Clock): Promise<string> {
  const unused = await db
    .selectFrom('price_publications')
    .select('publication_id')
    .where('created_at', '<', addSeconds(clock(), -retentionHours * 3600))
    .where('publication_id', 'not in', db.selectFrom('price_offers').select('publication_id'))
    .execute();
  const ids = unused.map(({ publication_id }) => publication_id);
  await dropPublications(costs, ids);
  await deletePublications(db, ids);
  return `${ids.length} price lists deleted`;
}
