import { sql } from 'kysely';
import { job } from '../../../platform/jobs/job.js';
import { unlessCopied } from '../../../platform/jobs/unless-copied.js';
import type { Services } from '../../../platform/kernel/services.js';
import { addDays } from '../../../platform/lib/days.js';
import { addSeconds, type Clock, formatDate } from '../../../platform/lib/time.js';
import {
  localTable,
  run,
  selectRows,
  type CostStore,
} from '../../../platform/store/clickhouse/cost-store.js';
import { sql as clickhouse } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';

/** No import takes this long, so its process has died. */
const maxImportHours = 20;

/** Objects are remembered for longer than their flows, so that a late poll does not import them again. */
const rememberedDays = 30;

export const networkFlowCleanUp = job({
  name: 'network-flow-clean-up',
  summary: 'Drops network flows past their retention, and those of failed and replaced imports',
  cron: '50 * * * *',
  retries: 3,
  run: (_payload, { services, clock }) => unlessCopied(services, () => cleanUp(services, clock)),
});

async function cleanUp({ costs, db, config }: Services, clock: Clock): Promise<string> {
  const now = clock();
  const firstDay = addDays(formatDate(now), -config.flowDays);
  const days = await dropDaysBefore(costs, firstDay);
  await forgetLoads(db, firstDay, now);
  const loads = await deleteUnknownLoads(costs, db);
  return `${days} days and ${loads} loads of network flows dropped`;
}

/** Drops the partitions of days before a day. */
async function dropDaysBefore(store: CostStore, firstDay: string): Promise<number> {
  const rows = await selectRows<{ day: string }>(
    store.client,
    clickhouse`SELECT DISTINCT toString(day) AS day FROM network_flows
      WHERE network_flows.day < ${clickhouse.bind('Date', firstDay)} ORDER BY day`,
  );
  for (const { day } of rows) {
    const partition = clickhouse.literal(day);
    await run(
      store.bulk,
      clickhouse`ALTER TABLE ${localTable(store, 'network_flows')} DROP PARTITION ${partition}`,
    );
  }
  return rows.length;
}

async function forgetLoads(db: Db, firstDay: string, now: Date): Promise<void> {
  const died = addSeconds(now, -maxImportHours * 3600);
  const forgotten = addSeconds(now, -rememberedDays * 86_400);
  await sql`
    delete from network_flow_loads
    where (status = 'running' and started_at < ${died})
      or (status = 'active' and finished_at < ${forgotten}
        and (last_date is null or last_date < ${firstDay}))`.execute(db);
}

/** Removes rows whose load was replaced, failed, or belonged to a deleted integration. */
async function deleteUnknownLoads(store: CostStore, db: Db): Promise<number> {
  const stored = await selectRows<{ load_id: number }>(
    store.client,
    clickhouse`SELECT DISTINCT load_id FROM network_flows`,
  );
  if (stored.length === 0) return 0;
  // Read after the rows: a load is recorded before its first row is stored.
  const known = await db.selectFrom('network_flow_loads').select('load_id').execute();
  const knownIds = new Set(known.map((row) => row.load_id));
  const unknown = stored.map((row) => row.load_id).filter((id) => !knownIds.has(id));
  if (unknown.length === 0) return 0;
  await run(
    store.bulk,
    clickhouse`ALTER TABLE ${localTable(store, 'network_flows')}
      DELETE WHERE load_id IN (${clickhouse.numbers(unknown)})`,
    { mutations_sync: '2' },
  );
  return unknown.length;
}
