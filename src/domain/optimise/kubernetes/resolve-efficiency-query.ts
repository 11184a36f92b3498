import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { requestedWorkspace } from '../../../platform/kernel/workspace-choice.js';
import { notFound } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import { resolveDateRange } from '../../costs/query/index.js';
import { checkFilter } from '../../costs/vql/index.js';
import { groupingsOrDefault } from './efficiency-groupings.js';
import { rangeOf } from '../../costs/saved-reports/index.js';
import { kubernetesEfficiencyReports } from './kubernetes-efficiency-report.js';
import type { EfficiencyQuery } from './read-efficiency.js';

type Report = Row<'kubernetes_efficiency_reports'>;

/** What a request may say about the figures it wants; the report says the rest. */
export interface EfficiencyRequest {
  kubernetes_efficiency_report_token?: string;
  workspace_token?: string;
  /** Replaces the filter of the report; null removes it. */
  filter?: string | null;
  start_date?: string;
  end_date?: string;
  date_bin?: EfficiencyQuery['bin'];
  groupings?: readonly string[];
}

/** Resolves a request to the figures of a report, by default of the workspace's default report. */
export async function resolveEfficiencyQuery(
  ctx: Context,
  requested: EfficiencyRequest,
): Promise<EfficiencyQuery & { report: Report }> {
  const report = await findReport(ctx, requested);
  const today = formatDate(ctx.now);
  const range = resolveDateRange(requested, rangeOf(report, today), today);
  const given = requested.filter;
  const filter =
    given === undefined
      ? report.filter
      : (checkFilter('kubernetes_efficiency_export', given)?.text ?? null);
  return {
    report,
    workspace: report.workspace_token,
    filter,
    range,
    bin: requested.date_bin ?? report.date_bucket,
    groupings: groupingsOrDefault(requested.groupings ?? report.groupings.split(',')),
  };
}

async function findReport(ctx: Context, requested: EfficiencyRequest): Promise<Report> {
  const { kubernetes_efficiency_report_token: token } = requested;
  if (token !== undefined) return kubernetesEfficiencyReports.rows.load(ctx, token);
  const workspace = requestedWorkspace(ctx, requested.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  const found = await ctx.db
    .selectFrom('kubernetes_efficiency_reports')
    .select('token')
    .where('workspace_token', '=', workspace)
    .where('is_default', '=', true)
    .executeTakeFirst();
  if (!found) throw notFound('Kubernetes Efficiency Report');
  return kubernetesEfficiencyReports.rows.load(ctx, found.token);
}
