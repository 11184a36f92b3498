import type { Context } from '../../../platform/kernel/context.js';
import type { Db } from '../../../platform/store/tables.js';
import { anomalyAlerts } from './anomaly-alert.js';
import type { NamedResource } from './attribute-rise.js';
import { type KnownAnomaly, seriesKey } from './match-anomalies.js';
import type { SeriesQuery } from './read-cost-series.js';
import type { FoundAnomaly } from './search-series.js';

interface ScanResult {
  /** The anomalies that are new beside those known by now. */
  select: (known: readonly KnownAnomaly[]) => FoundAnomaly[];
  resources: ReadonlyMap<FoundAnomaly, readonly NamedResource[]>;
  /** Others are history. */
  isNews: (anomaly: FoundAnomaly) => boolean;
  /** All of them, new or not. */
  found: readonly FoundAnomaly[];
}

/**
 * Stores what is new and records the scan, in one transaction that locks the scan of the report: of two
 * workers at once, the second one finds what the first has stored. Returns how many were stored.
 */
export function storeAnomalies(
  ctx: Context,
  query: SeriesQuery,
  result: ScanResult,
): Promise<number> {
  return ctx.services.db.transaction().execute(async (trx) => {
    if (!(await lockScan(trx, ctx, query))) return 0;
    const known = await readKnown(trx, query.report);
    await updateKinds(trx, known, result.found);
    const fresh = result.select(known);
    for (const anomaly of fresh) await insertAnomaly(trx, ctx, query, anomaly, result);
    return fresh.length;
  });
}

/** Records the scan; false if the report has been deleted. */
async function lockScan(
  db: Db,
  { now }: Context,
  { report, question, fingerprint, settled }: SeriesQuery,
): Promise<boolean> {
  const exists = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('token', '=', report)
    .forKeyShare()
    .executeTakeFirst();
  if (!exists) return false;
  const scan = { question, fingerprint, providers: [...settled.keys()], scanned_at: now };
  await db
    .insertInto('anomaly_scans')
    .values({ cost_report_token: report, ...scan })
    .onConflict((conflict) => conflict.column('cost_report_token').doUpdateSet(scan))
    .execute();
  return true;
}

/** Reads the anomalies of a report. */
export function readKnown(db: Db, report: string): Promise<KnownAnomaly[]> {
  return db
    .selectFrom('anomaly_alerts')
    .select(['token', 'provider', 'service', 'category', 'anomaly_date', 'kind', 'expected_upper'])
    .where('cost_report_token', '=', report)
    .orderBy('id')
    .execute();
}

/** Whether a rise is a spike or lasts shows only in the days after it. */
async function updateKinds(
  db: Db,
  known: readonly KnownAnomaly[],
  found: readonly FoundAnomaly[],
): Promise<void> {
  const keyOf = (series: KnownAnomaly | FoundAnomaly, day: string) => seriesKey(series) + day;
  const kinds = new Map(found.map((each) => [keyOf(each, each.day), each.kind]));
  for (const stored of known) {
    const kind = kinds.get(keyOf(stored, stored.anomaly_date));
    if (kind === undefined || kind === stored.kind) continue;
    await db
      .updateTable('anomaly_alerts')
      .set({ kind })
      .where('token', '=', stored.token)
      .execute();
  }
}

async function insertAnomaly(
  db: Db,
  { actor, now }: Context,
  { report, workspace, query }: SeriesQuery,
  anomaly: FoundAnomaly,
  { resources, isNews }: ScanResult,
): Promise<void> {
  const isNew = isNews(anomaly);
  const explained = resources.get(anomaly) ?? [];
  await db
    .insertInto('anomaly_alerts')
    .values({
      token: anomalyAlerts.newToken(),
      account_token: actor.accountToken,
      workspace_token: workspace,
      cost_report_token: report,
      provider: anomaly.provider,
      service: anomaly.service,
      category: anomaly.category,
      anomaly_date: anomaly.day,
      kind: anomaly.kind,
      currency: query.conversion.to,
      amount: anomaly.amount,
      previous_amount: anomaly.previousAmount,
      seven_day_average: anomaly.sevenDayAverage,
      expected_amount: anomaly.expected,
      expected_lower: anomaly.lower,
      expected_upper: anomaly.upper,
      resources: explained.map(({ name }) => name),
      resource_ids: explained.map(({ id }) => id),
      status: isNew ? 'active' : 'archived',
      feedback: null,
      is_news: isNew,
      alerted_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
