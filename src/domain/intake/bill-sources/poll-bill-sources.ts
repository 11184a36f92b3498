import { sql } from 'kysely';
import { job } from '../../../platform/jobs/job.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';
import type { DataFileFormat } from '../data-files/index.js';
import { pollBillSource } from './poll-bill-source.js';

/** Integrations beyond this limit are due again in the next run, minutes later. */
const maxIntegrations = 1000;

/** The job that polls bill sources, which may hold files of these formats beside bills. */
export const pollBillSources = (dataFileFormats: readonly DataFileFormat[]) =>
  job({
    name: 'watch-locations',
    summary: 'Checks the folders and buckets of integrations that are due and imports new bills',
    cron: '*/10 * * * *',
    retries: 0,
    expireHours: 12,
    run: async (_payload, { services, clock }) => {
      const totals = { integrations: 0, imported: 0, failed: 0 };
      while (totals.integrations < maxIntegrations) {
        const integration = await claimDue(services.db, clock());
        if (!integration) break;
        const { imported, failed } = await pollBillSource(services, integration, {
          clock,
          dataFileFormats,
        });
        totals.integrations += 1;
        totals.imported += imported;
        totals.failed += failed;
      }
      return `${totals.integrations} integrations checked, ${totals.imported} bills imported, ${totals.failed} failed`;
    },
  });

/**
 * Claims the next integration that is due, so that no other worker takes it: new ones immediately,
 * failed ones after an hour, AWS after eight hours, all others once a day.
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
