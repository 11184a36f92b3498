import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Page } from '../../../platform/kernel/paging.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import { anomalyAlerts, requireEditable } from './anomaly-alert.js';

export const eventStatuses = ['open', 'acknowledged', 'accepted', 'closed', 'ignored'] as const;
type EventStatus = (typeof eventStatuses)[number];

/** What people can do with an event. */
export const reviewStatuses = ['open', 'acknowledged', 'accepted', 'ignored'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/**
 * What visible reports show of one rise. Its figures are those of the report that has most of its costs,
 * because costs that two reports share must not count twice.
 */
export interface AnomalyEvent {
  lead: Row<'anomaly_alerts'>;
  status: EventStatus;
  /** Anomalies and their reports, that of the figures first. */
  anomalies: string[];
  reports: string[];
}

export interface EventFilter {
  workspace?: string | undefined;
  report?: string | undefined;
  status?: EventStatus | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/** A new level that came as news stays open until somebody has dealt with it, other anomalies while they are active. */
const isOpen = sql<SqlBool>`status = 'active'
  or (is_news and kind <> 'spike' and not is_over and status = 'archived' and not has_set_status)`;

const statusSql = sql<EventStatus>`case
  when bool_and(status = 'ignored') then 'ignored'
  when bool_or(${isOpen}) then 'open'
  else coalesce(max(review), 'closed') end`;

const conjunction = (conditions: readonly Expression<SqlBool>[]) =>
  sql.join(conditions, sql` and `);

/** Reads events by their first day, the newest first; by default all but ignored ones. */
export async function readEvents(
  ctx: Context,
  { workspace, report, status, start, end }: EventFilter,
  page: Page,
): Promise<{ events: AnomalyEvent[]; total: number }> {
  const having = [
    status === undefined
      ? sql<SqlBool>`${statusSql} <> 'ignored'`
      : sql<SqlBool>`${statusSql} = ${status}`,
    ...(report === undefined ? [] : [sql<SqlBool>`bool_or(cost_report_token = ${report})`]),
  ];
  const where = [
    ...(await anomalyAlerts.rows.visible(ctx)),
    ...(workspace === undefined ? [] : [sql<SqlBool>`workspace_token = ${workspace}`]),
  ];
  const days = [
    sql<SqlBool>`true`,
    ...(start === undefined ? [] : [sql<SqlBool>`day >= ${start}`]),
    ...(end === undefined ? [] : [sql<SqlBool>`day <= ${end}`]),
  ];
  const { rows } = await sql<FoundEvent>`
    select *, (count(*) over ())::int as total from (
      select ${eventColumns}, max(id) as last_id
      from anomaly_alerts where ${conjunction(where)}
      group by event_token having ${conjunction(having)}
    ) events where ${conjunction(days)}
    order by day desc, last_id desc limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return { events: await toEvents(ctx, rows), total: rows[0]?.total ?? 0 };
}

/** Reads the event that an anomaly is part of; 404 unless the caller sees one of its anomalies. */
export async function readEvent(ctx: Context, anomaly: string): Promise<AnomalyEvent> {
  // PostgreSQL has no text with this character.
  if (anomaly.includes('\0')) throw notFound(anomalyAlerts.kind);
  const visible = conjunction(await anomalyAlerts.rows.visible(ctx));
  const { rows } = await sql<FoundEvent>`
    select ${eventColumns} from anomaly_alerts
    where ${visible} and event_token = coalesce(
      (select event_token from anomaly_alerts where token = ${anomaly} and ${visible}), ${anomaly})
    group by event_token`.execute(ctx.db);
  const [event] = await toEvents(ctx, rows);
  if (!event) throw notFound(anomalyAlerts.kind);
  return event;
}

interface FoundEvent {
  status: EventStatus;
  anomalies: string[];
  reports: string[];
  day: string;
  total: number;
}

/** Of equal costs, the anomaly that was found first. */
const widest = sql`order by amount desc, id`;
const eventColumns = sql`
  ${statusSql} as status,
  array_agg(token ${widest}) as anomalies,
  array_agg(cost_report_token ${widest}) as reports,
  (array_agg(anomaly_date ${widest}))[1] as day`;

async function toEvents(ctx: Context, found: readonly FoundEvent[]): Promise<AnomalyEvent[]> {
  const leads = found.map(({ anomalies }) => anomalies[0]!);
  if (leads.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('anomaly_alerts')
    .selectAll()
    .where('token', 'in', leads)
    .execute();
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return found.map(({ status, anomalies, reports }) => ({
    lead: byToken.get(anomalies[0]!)!,
    status,
    anomalies,
    reports: [...new Set(reports)],
  }));
}

/** Sets what people have decided about an event, in all of its anomalies that the caller sees. */
export async function reviewEvent(
  ctx: Context,
  anomaly: string,
  { status, feedback }: { status?: ReviewStatus | undefined; feedback?: string | null | undefined },
): Promise<void> {
  const { anomalies } = await readEvent(ctx, anomaly);
  for (const token of anomalies.toSorted()) {
    const current = await anomalyAlerts.rows.loadForUpdate(ctx, token);
    await requireEditable(ctx, current);
    const before = await anomalyAlerts.serialize(current, ctx);
    const row = await anomalyAlerts.rows.update(ctx, token, {
      ...(status && { ...decisions[status](formatDate(ctx.now)), has_set_status: true }),
      ...(feedback !== undefined && { feedback }),
    });
    await anomalyAlerts.record(ctx, row, before, await anomalyAlerts.serialize(row, ctx));
  }
}

/** What a decision means for each anomaly, on a day. */
const decisions = {
  open: () => ({ status: 'active' as const, review: null, accepted_on: null }),
  acknowledged: () => ({
    status: 'archived' as const,
    review: 'acknowledged' as const,
    accepted_on: null,
  }),
  accepted: (day: string) => ({
    status: 'archived' as const,
    review: 'accepted' as const,
    accepted_on: day,
  }),
  ignored: () => ({ status: 'ignored' as const, review: null, accepted_on: null }),
};
