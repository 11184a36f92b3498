import { sql } from 'kysely';
import type { Row } from '../../platform/kernel/rows.js';
import { watchIntegration } from './watch.js';
import type { Db } from '../../platform/store/tables.js';
import { job } from '../../platform/jobs/job.js';

/** A run looks at no more than so many integrations; the rest are due again in minutes. */
const mostIntegrations = 1000;

export const watchLocations = job({
  name: 'watch-locations',
  summary:
    'Checks the integrations that are due and imports what is new in their folders and buckets',
  cron: '*/10 * * * *',
  retries: 0,
  expireHours: 12,
  run: async (_payload, { services, clock }) => {
    const sums = { integrations: 0, imported: 0, failed: 0 };
    while (sums.integrations < mostIntegrations) {
      const integration = await claimDue(services.db, clock());
      if (!integration) break;
      const { imported, failed } = await watchIntegration(services, integration, clock);
      sums.integrations += 1;
      sums.imported += imported;
      sums.failed += failed;
    }
    return `${sums.integrations} integrations looked at, ${sums.imported} bills imported, ${sums.failed} failed`;
  },
});

/**
 * The next integration that is due, taken so that no other worker takes it: a new one at once, a failed
 * one after an hour, AWS after eight hours, all others once a day.
 */
async function claimDue(db: Db, now: Date): Promise<Row<'integrations'> | undefined> {
  const { rows } = await sql<Row<'integrations'>>`
    update integrations set checked_at = ${now} where token = (
      select token from integrations
      where (settings->'location' is not null or settings->'app_id' is not null)
        and status <> 'disconnected' and (checked_at is null
        or checked_at <= ${now}::timestamptz - case
          when status = 'error' then interval '1 hour'
          when provider = 'aws' then interval '8 hours'
          else interval '24 hours' end)
      order by checked_at nulls first, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}
