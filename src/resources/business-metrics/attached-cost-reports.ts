import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../kernel/audit.js';
import type { Context } from '../../kernel/context.js';
import { UnknownReference } from '../../kernel/errors.js';
import { costReports } from '../cost-reports/cost-reports.js';
import {
  attachmentList,
  readAttachments,
  replaceAttachments,
  sentAttachment,
  showAttachment,
  shownAttachment,
} from './attachments.js';

const field = 'cost_report_tokens_with_metadata';

export const AttachedCostReport = z
  .object({ cost_report_token: z.string().nullable(), ...shownAttachment })
  .meta({ id: 'AttachedCostReportForBusinessMetric' });

export const attachedCostReportsBody = attachmentList(
  sentAttachment.extend({ cost_report_token: z.string() }),
  (sent) => sent.cost_report_token,
);

type Wanted = z.output<typeof attachedCostReportsBody> | undefined;

/** The reports of a list that the caller can see, by token. */
async function visibleReports(ctx: Context, tokens: readonly string[]) {
  if (tokens.length === 0) return new Map<string, never>();
  const page = { number: 1, limit: tokens.length, offset: 0 };
  const named = sql<SqlBool>`token = any(${[...tokens]})`;
  const { rows } = await costReports.rows.list(ctx, page, [named]);
  return new Map(rows.map((row) => [row.token, row]));
}

/** Refuses reports that the caller cannot see. */
export async function demandReports(wanted: Wanted, ctx: Context): Promise<void> {
  const tokens = (wanted ?? []).map((each) => each.cost_report_token);
  const visible = await visibleReports(ctx, tokens);
  const unknown = tokens.find((token) => !visible.has(token));
  if (unknown !== undefined) throw new UnknownReference('Cost Report', field, unknown);
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
    attached(metric)
      .filter((row) => visible.has(row.cost_report_token))
      .map((row) => ({ cost_report_token: row.cost_report_token, ...showAttachment(row) }));
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
  const reports = [...visible.values()];
  const shown = await costReports.show(reports, ctx);
  await replaceAttachments(ctx.db, {
    side: 'business_metric_token',
    owner: metric,
    wanted: wanted.map(({ cost_report_token: token, ...entry }) => ({ token, entry })),
    kept: before.filter((token) => !visible.has(token)),
  });
  const changed = await costReports.show(reports, ctx);
  for (const [index, report] of reports.entries()) {
    await recordChange(ctx, {
      type: 'Cost Report',
      token: report.token,
      title: report.title,
      workspaceToken: report.workspace_token,
      before: shown[index]!,
      after: changed[index]!,
    });
  }
}
