import { sql } from 'kysely';
import { job } from '../../../platform/jobs/job.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Clock } from '../../../platform/lib/time.js';
import { ImportError, failureReason } from '../../intake/ingest/index.js';
import { readClusterSource } from './cluster-source.js';
import { hourMs } from './price-usage.js';
import type { Hours } from './prometheus-hours.js';
import { storeAllocation } from './store-allocation.js';

/** A new source is asked for the hours of this time. */
const firstHours = 48;
/** Older hours are given up after an outage: sources do not keep them for long. */
const maxHours = 24 * 15;
const hoursPerRequest = 24;
const setKey = 'cluster-source';

export const pullClusterSources = job({
  name: 'pull-cluster-sources',
  summary: 'Asks OpenCost and Prometheus for what clusters used in the hours since the last answer',
  cron: '10 * * * *',
  retries: 0,
  run: async (_payload, { services, clock }) => {
    const { rows } = await sql<Row<'integrations'>>`
      select * from integrations
      where settings->'cluster_source' is not null and status <> 'disconnected' order by id`.execute(
      services.db,
    );
    let failed = 0;
    for (const integration of rows) {
      if (!(await pullClusterSource(services, integration, clock))) failed += 1;
    }
    return `${rows.length} clusters asked, ${failed} failed`;
  },
});

/** Asks the source of an integration, a day at a time, and sets the integration's status to the outcome. */
async function pullClusterSource(
  services: Services,
  integration: Row<'integrations'>,
  clock: Clock,
): Promise<boolean> {
  const { importer, log } = services;
  try {
    for (const hours of await dueHours(services, integration.token, clock())) {
      const ctx = { services, integration };
      const { rows } = await readClusterSource(ctx, hours);
      await storeAllocation(ctx, { name: `${setKey} ${hours.start.toISOString()}`, rows });
      await recordAnswer(services, integration.token, hours.end, clock());
    }
    await importer.markSucceeded(integration.token);
    return true;
  } catch (error) {
    if (!(error instanceof ImportError)) {
      log.error({ err: error, integration: integration.token }, 'asking a cluster failed');
    }
    await importer.markFailed(integration.token, failureReason(error));
    return false;
  }
}

/** The complete hours since the last answer, at most a day at a time. */
async function dueHours({ db }: Services, token: string, now: Date): Promise<Hours[]> {
  const last = await db
    .selectFrom('watched_sets')
    .select('mark')
    .where('integration_token', '=', token)
    .where('set_key', '=', setKey)
    .executeTakeFirst();
  const end = Math.floor(now.getTime() / hourMs) * hourMs;
  const since = last ? Date.parse(last.mark) : end - firstHours * hourMs;
  const parts: Hours[] = [];
  for (let start = Math.max(since, end - maxHours * hourMs); start < end;) {
    const next = Math.min(start + hoursPerRequest * hourMs, end);
    parts.push({ start: new Date(start), end: new Date(next) });
    start = next;
  }
  return parts;
}

async function recordAnswer(
  { db }: Services,
  integration_token: string,
  through: Date,
  now: Date,
): Promise<void> {
  const answered = { mark: through.toISOString(), imported_at: now };
  await db
    .insertInto('watched_sets')
    .values({ integration_token, set_key: setKey, ...answered })
    .onConflict((conflict) =>
      conflict.columns(['integration_token', 'set_key']).doUpdateSet(answered),
    )
    .execute();
}
