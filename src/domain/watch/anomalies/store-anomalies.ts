import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { Decimal } from '../../../platform/lib/decimal.js';
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
    await updateCourses(trx, known, result.found);
    const fresh = result.select(known);
    if (fresh.length > 0) await lockEvents(trx, query);
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
    .select(['last_day', 'impact', 'is_over', 'accepted_on'])
    .where('cost_report_token', '=', report)
    .orderBy('id')
    .execute();
}

/** Whether a rise is a spike or lasts, and what it comes to, shows only in the days after it. */
async function updateCourses(
  db: Db,
  known: readonly KnownAnomaly[],
  found: readonly FoundAnomaly[],
): Promise<void> {
  const keyOf = (series: KnownAnomaly | FoundAnomaly, day: string) => seriesKey(series) + day;
  const byDay = new Map(found.map((each) => [keyOf(each, each.day), each]));
  for (const stored of known) {
    const now = byDay.get(keyOf(stored, stored.anomaly_date));
    // What is the new normal costs nothing more.
    if (!now || stored.accepted_on !== null || isSameCourse(stored, now)) continue;
    await db
      .updateTable('anomaly_alerts')
      .set({ kind: now.kind, ...courseOf(now) })
      .where('token', '=', stored.token)
      .execute();
  }
}

const courseOf = ({ lastDay, impact, isOver }: FoundAnomaly) => ({
  last_day: lastDay,
  impact,
  is_over: isOver,
});

const isSameCourse = (stored: KnownAnomaly, now: FoundAnomaly): boolean =>
  stored.kind === now.kind &&
  stored.last_day === now.lastDay &&
  stored.is_over === now.isOver &&
  stored.impact !== null &&
  new Decimal(stored.impact).equals(now.impact);

/** Two reports of a workspace must not begin the same event twice. */
async function lockEvents(db: Db, { workspace }: SeriesQuery): Promise<void> {
  await db
    .selectFrom('workspaces')
    .select('token')
    .where('token', '=', workspace)
    .forNoKeyUpdate()
    .execute();
}

/** Reports see the same rise on days that are at most so far apart: their filters leave out some of its costs. */
const maxDaysApart = 3;

/** The event that another report has shown: the closest one that this report has no part in. */
async function eventOf(
  db: Db,
  { report, workspace }: SeriesQuery,
  { provider, service, category, day }: FoundAnomaly,
): Promise<string | undefined> {
  const { rows } = await sql<{ event_token: string }>`
    select event_token from anomaly_alerts other
    where workspace_token = ${workspace} and provider = ${provider} and service = ${service}
      and category is not distinct from ${category}
      and abs(anomaly_date - ${day}::date) <= ${maxDaysApart}
      and not exists (select 1 from anomaly_alerts own
        where own.cost_report_token = ${report} and own.event_token = other.event_token)
    order by abs(anomaly_date - ${day}::date), id limit 1`.execute(db);
  return rows[0]?.event_token;
}

async function insertAnomaly(
  db: Db,
  { actor, now }: Context,
  query: SeriesQuery,
  anomaly: FoundAnomaly,
  { resources, isNews }: ScanResult,
): Promise<void> {
  const isNew = isNews(anomaly);
  const explained = resources.get(anomaly) ?? [];
  const token = anomalyAlerts.newToken();
  await db
    .insertInto('anomaly_alerts')
    .values({
      token,
      event_token: (await eventOf(db, query, anomaly)) ?? token,
      account_token: actor.accountToken,
      workspace_token: query.workspace,
      cost_report_token: query.report,
      provider: anomaly.provider,
      service: anomaly.service,
      category: anomaly.category,
      anomaly_date: anomaly.day,
      kind: anomaly.kind,
      currency: query.query.conversion.to,
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
      ...courseOf(anomaly),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
