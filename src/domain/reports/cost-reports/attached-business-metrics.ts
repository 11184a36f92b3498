import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { UnknownReference } from '../../../platform/lib/errors.js';
import {
  attachmentList,
  readAttachments,
  replaceAttachments,
  attachmentBody,
  serializeAttachment,
  attachmentFields,
} from './attachments.js';
import { visibleMetrics } from '../../costs/visible-metrics.js';

const field = 'business_metric_tokens_with_metadata';

export const AttachedBusinessMetric = z
  .object({ business_metric_token: z.string(), ...attachmentFields })
  .meta({ id: 'AttachedBusinessMetricForCostReport' });

export const attachedBusinessMetricsBody = attachmentList(
  attachmentBody.extend({ business_metric_token: z.string() }),
  (sent) => sent.business_metric_token,
);

type RequestedMetrics = z.output<typeof attachedBusinessMetricsBody> | undefined;

/** Throws unless the caller can see all requested metrics. */
export async function requireBusinessMetrics(
  requested: RequestedMetrics,
  ctx: Context,
): Promise<void> {
  if (!requested || requested.length === 0) return;
  const known = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where(await visibleMetrics(ctx))
    .where(
      'token',
      'in',
      requested.map((each) => each.business_metric_token),
    )
    .execute();
  const tokens = new Set(known.map(({ token }) => token));
  const unknown = requested.find((each) => !tokens.has(each.business_metric_token));
  if (unknown) throw new UnknownReference('Business Metric', field, unknown.business_metric_token);
}

/** Replaces the business metrics of a report, if the request has them. */
export async function attachBusinessMetrics(
  report: string,
  requested: RequestedMetrics,
  ctx: Context,
): Promise<void> {
  if (!requested) return;
  await replaceAttachments(ctx.db, {
    side: 'cost_report_token',
    owner: report,
    attachments: requested.map(({ business_metric_token: token, ...entry }) => ({ token, entry })),
  });
}

/** Reads the business metrics of each of the reports, in order. */
export async function readAttachedBusinessMetrics(
  reports: readonly { token: string }[],
  ctx: Context,
): Promise<(report: string) => z.input<typeof AttachedBusinessMetric>[]> {
  const attached = await readAttachments(
    ctx.db,
    'cost_report_token',
    reports.map(({ token }) => token),
  );
  return (report) =>
    attached(report).map((row) => ({
      business_metric_token: row.business_metric_token,
      ...serializeAttachment(row),
    }));
}
