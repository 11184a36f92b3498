import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure, UnknownReference } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import { ownSavedFilters } from '../cost-reports/applied-filters.js';
import { costReports } from '../cost-reports/cost-report.js';
import { defaultForecastToken } from '../cost-reports/default-forecast.js';
import {
  attachmentList,
  readAttachments,
  replaceAttachments,
  attachmentBody,
  serializeAttachment,
  attachmentShape,
} from '../cost-reports/attachments.js';

const field = 'cost_report_tokens_with_metadata';

export const AttachedCostReport = z
  .object({ cost_report_token: z.string().nullable(), ...attachmentShape })
  .meta({ id: 'AttachedCostReportForBusinessMetric' });

export const attachedCostReportsBody = attachmentList(
  attachmentBody.extend({ cost_report_token: z.string() }),
  (sent) => sent.cost_report_token,
);

type Wanted = z.output<typeof attachedCostReportsBody> | undefined;

/** The reports that the caller can see among some, each under its token and that of its segment. */
async function visibleReports(
  ctx: Context,
  tokens: readonly string[],
): Promise<Map<string, Row<'cost_reports'>>> {
  if (tokens.length === 0) return new Map();
  const page = { number: 1, limit: tokens.length, offset: 0 };
  const named = sql<SqlBool>`(token = any(${[...tokens]}) or segment_token = any(${[...tokens]}))`;
  const { rows } = await costReports.rows.list(ctx, page, [named]);
  return new Map(
    rows.flatMap((row) => [row.token, row.segment_token ?? row.token].map((key) => [key, row])),
  );
}

/** Refuses reports that the caller cannot see, and a segment beside its own report. */
export async function requireReports(wanted: Wanted, ctx: Context): Promise<void> {
  const tokens = (wanted ?? []).map((each) => each.cost_report_token);
  const visible = await visibleReports(ctx, tokens);
  const unknown = tokens.find((token) => !visible.has(token));
  if (unknown !== undefined) throw new UnknownReference('Cost Report', field, unknown);
  if (new Set(tokens.map((token) => visible.get(token))).size < tokens.length) {
    throw new DomainFailure([`${field} names one of them twice`]);
  }
}

/** What is attached to each of some metrics, in order; reports that the caller cannot see stay out. */
export async function attachedCostReports(
  metrics: readonly { token: string }[],
  ctx: Context,
): Promise<(metric: string) => z.input<typeof AttachedCostReport>[]> {
  const tokens = metrics.map(({ token }) => token);
  const attached = await readAttachments(ctx.db, 'business_metric_token', tokens);
  const reports = tokens.flatMap((token) => attached(token).map((row) => row.cost_report_token));
  const visible = await visibleReports(ctx, [...new Set(reports)]);
  return (metric) =>
    attached(metric).flatMap((row) => {
      const report = visible.get(row.cost_report_token);
      if (!report) return [];
      const shown = row.names_segment ? report.segment_token : report.token;
      return [{ cost_report_token: shown, ...serializeAttachment(row) }];
    });
}

/** Replaces the reports of a metric; those that the caller cannot see stay. Each changed report logs it. */
export async function attachCostReports(
  metric: string,
  wanted: Wanted,
  ctx: Context,
): Promise<void> {
  if (!wanted) return;
  const attached = await readAttachments(ctx.db, 'business_metric_token', [metric]);
  const before = attached(metric).map((row) => row.cost_report_token);
  const after = wanted.map((each) => each.cost_report_token);
  const visible = await visibleReports(ctx, [...new Set([...before, ...after])]);
  const seen = new Set([...visible.values()].map(({ token }) => token));
  await recordFilterChange(ctx, [...seen], () =>
    replaceAttachments(ctx.db, {
      side: 'business_metric_token',
      owner: metric,
      wanted: wanted.map(({ cost_report_token: named, ...entry }) => {
        const { token } = visible.get(named)!;
        return { token, entry, names_segment: named !== token };
      }),
      kept: before.filter((token) => !visible.has(token)),
    }),
  );
}

/** Logs what the end of a metric does to the reports it is attached to, also to those the caller cannot see. */
export async function recordDetaching(
  metric: string,
  ctx: Context,
  end: () => Promise<unknown>,
): Promise<void> {
  const attached = await readAttachments(ctx.db, 'business_metric_token', [metric]);
  const reports = attached(metric).map((row) => row.cost_report_token);
  await recordFilterChange(ctx, reports, end);
}

async function recordFilterChange(
  ctx: Context,
  tokens: readonly string[],
  change: () => Promise<unknown>,
): Promise<void> {
  const before = await readReports(ctx, tokens);
  await change();
  const after = await readReports(ctx, tokens);
  for (const [index, { row, values }] of before.entries()) {
    await costReports.record(ctx, row, values, after[index]!.values);
  }
}

async function readReports(ctx: Context, tokens: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('cost_reports')
    .selectAll()
    .select(ownSavedFilters.as('saved_filter_tokens'))
    .select(defaultForecastToken.as('default_forecast_token'))
    .where('token', '=', sql<string>`any(${[...tokens]})`)
    .orderBy('id')
    .execute();
  const serialized = await costReports.serializeRows(rows, ctx);
  return rows.map((row, index) => ({ row, values: serialized[index]! }));
}
