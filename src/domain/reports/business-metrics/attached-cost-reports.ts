import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { DomainFailure, UnknownReference } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import {
  ownSavedFilters,
  costReports,
  defaultForecastToken,
  attachmentList,
  readAttachments,
  replaceAttachments,
  attachmentBody,
  serializeAttachment,
  attachmentFields,
} from '../cost-reports/index.js';

const field = 'cost_report_tokens_with_metadata';

export const AttachedCostReport = z
  .object({ cost_report_token: z.string().nullable(), ...attachmentFields })
  .meta({ id: 'AttachedCostReportForBusinessMetric' });

export const attachedCostReportsBody = attachmentList(
  attachmentBody.extend({ cost_report_token: z.string() }),
  (entry) => entry.cost_report_token,
);

type AttachedReports = z.output<typeof attachedCostReportsBody> | undefined;

/** The reports among `tokens` that the caller can see, by their own token and by that of their segment. */
async function visibleReports(
  ctx: Context,
  tokens: readonly string[],
): Promise<Map<string, Row<'cost_reports'>>> {
  if (tokens.length === 0) return new Map();
  const page = { number: 1, limit: tokens.length, offset: 0 };
  const isRequested = sql<SqlBool>`(token = any(${[...tokens]}) or segment_token = any(${[...tokens]}))`;
  const { rows } = await costReports.rows.list(ctx, page, [isRequested]);
  return new Map(
    rows.flatMap((row) => [row.token, row.segment_token ?? row.token].map((key) => [key, row])),
  );
}

/** Throws for reports that the caller cannot see, and for a segment together with its own report. */
export async function requireReports(requested: AttachedReports, ctx: Context): Promise<void> {
  const tokens = (requested ?? []).map((each) => each.cost_report_token);
  const visible = await visibleReports(ctx, tokens);
  const unknown = tokens.find((token) => !visible.has(token));
  if (unknown !== undefined) throw new UnknownReference('Cost Report', field, unknown);
  if (new Set(tokens.map((token) => visible.get(token))).size < tokens.length) {
    throw new DomainFailure([`${field} has duplicates`]);
  }
}

/** The reports attached to metrics, in order, without those that the caller cannot see. */
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
      const cost_report_token = row.names_segment ? report.segment_token : report.token;
      return [{ cost_report_token, ...serializeAttachment(row) }];
    });
}

/** Replaces the reports of a metric, except those that the caller cannot see. Each changed report is audited. */
export async function attachCostReports(
  metric: string,
  requested: AttachedReports,
  ctx: Context,
): Promise<void> {
  if (!requested) return;
  const attached = await readAttachments(ctx.db, 'business_metric_token', [metric]);
  const before = attached(metric).map((row) => row.cost_report_token);
  const after = requested.map((each) => each.cost_report_token);
  const visible = await visibleReports(ctx, [...new Set([...before, ...after])]);
  const visibleTokens = new Set([...visible.values()].map(({ token }) => token));
  await recordInReports(ctx, [...visibleTokens], () =>
    replaceAttachments(ctx.db, {
      side: 'business_metric_token',
      owner: metric,
      attachments: requested.map(({ cost_report_token: named, ...entry }) => {
        const { token } = visible.get(named)!;
        return { token, entry, names_segment: named !== token };
      }),
      retained: before.filter((token) => !visible.has(token)),
    }),
  );
}

/** Deletes a metric and audits the change to all its reports, including those the caller cannot see. */
export async function recordDetaching(
  metric: string,
  ctx: Context,
  deleteMetric: () => Promise<unknown>,
): Promise<void> {
  const attached = await readAttachments(ctx.db, 'business_metric_token', [metric]);
  const reports = attached(metric).map((row) => row.cost_report_token);
  await recordInReports(ctx, reports, deleteMetric);
}

async function recordInReports(
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
