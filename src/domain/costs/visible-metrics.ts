import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleRows } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';

/** Row filter for business metrics that the caller sees through the cost reports that they are attached to. */
export async function visibleMetrics(ctx: Context): Promise<RawBuilder<SqlBool>> {
  return metricsOfReports(await visibleRows(ctx.db, ctx.actor, 'folder_token', 'segment_token'));
}

/** Row filter for business metrics that are attached to a report that meets the condition, or to none at all. */
export function metricsOfReports(condition: Expression<SqlBool>): RawBuilder<SqlBool> {
  const attachments = sql`select cost_report_token from business_metric_attachments
    where business_metric_token = business_metrics.token`;
  return sql<SqlBool>`(not exists (${attachments}) or exists (
    select 1 from cost_reports where token in (${attachments}) and ${condition}))`;
}
