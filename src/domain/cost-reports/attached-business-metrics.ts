import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import {
  attachmentList,
  readAttachments,
  replaceAttachments,
  attachmentBody,
  serializeAttachment,
  attachmentShape,
} from './attachments.js';

const field = 'business_metric_tokens_with_metadata';

export const AttachedBusinessMetric = z
  .object({ business_metric_token: z.string(), ...attachmentShape })
  .meta({ id: 'AttachedBusinessMetricForCostReport' });

export const attachedBusinessMetricsBody = attachmentList(
  attachmentBody.extend({ business_metric_token: z.string() }),
  (sent) => sent.business_metric_token,
);

type Wanted = z.output<typeof attachedBusinessMetricsBody> | undefined;

/** Refuses metrics that the account does not have. */
export async function requireBusinessMetrics(wanted: Wanted, ctx: Context): Promise<void> {
  if (!wanted || wanted.length === 0) return;
  const known = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where(
      'token',
      'in',
      wanted.map((each) => each.business_metric_token),
    )
    .execute();
  const tokens = new Set(known.map(({ token }) => token));
  const unknown = wanted.find((each) => !tokens.has(each.business_metric_token));
  if (unknown) throw new UnknownReference('Business Metric', field, unknown.business_metric_token);
}

export async function attachBusinessMetrics(
  report: string,
  wanted: Wanted,
  ctx: Context,
): Promise<void> {
  if (!wanted) return;
  await replaceAttachments(ctx.db, {
    side: 'cost_report_token',
    owner: report,
    wanted: wanted.map(({ business_metric_token: token, ...entry }) => ({ token, entry })),
  });
}

/** What is attached to each of some reports, in order. */
export async function attachedBusinessMetrics(
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
