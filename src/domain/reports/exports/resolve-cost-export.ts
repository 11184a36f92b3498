import type { Context } from '../../../platform/kernel/context.js';
import { requestedWorkspace } from '../../../platform/kernel/workspace-choice.js';
import { type DateRange, previousPeriod } from '../../../platform/lib/date-intervals.js';
import { notFound, ShapeFailure } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type ReportQuery, resolveReportQuery, resolveSegments } from '../cost-reports/index.js';
import {
  type ReportSettings,
  toCostSettings,
  resolveGroupingNames,
  resolveDateRange,
} from '../../costs/query/index.js';
import { checkFilter } from '../../costs/vql/index.js';
import { type CostExportRequest, emptyRange } from './cost-export-request.js';

/** The parameters of a cost export. */
export interface CostExportParameters {
  cost_report_token?: string;
  filter?: string | null;
  report_filter?: string | null;
  workspace_token?: string;
  start_date?: string;
  end_date?: string;
  groupings?: string[];
  date_bin?: CostExportRequest['date_bin'];
  schema?: CostExportRequest['schema'];
  settings?: Partial<ReportSettings>;
}

/** Resolves everything that a request leaves open or that could change before the export runs. */
export async function resolveCostExport(
  ctx: Context,
  requested: CostExportParameters,
): Promise<CostExportRequest> {
  const filter = checkFilter('cost_export', requested.filter ?? null);
  if (!requested.cost_report_token && !filter) {
    throw new ShapeFailure(['filter or cost_report_token is missing']);
  }
  const report = requested.cost_report_token
    ? await resolveReportQuery(ctx, requested.cost_report_token, {
        ...(requested.report_filter !== undefined && { ownFilter: requested.report_filter ?? '' }),
      })
    : undefined;
  const given = { ...report?.settings, ...requested.settings };
  const settings = toCostSettings(given);
  const segments =
    report?.segments && resolveSegments(report.segments, given.unallocated ?? false, settings);
  const today = formatDate(ctx.now);
  const range = resolveDateRange(requested, report?.range, today);
  return {
    workspace_token: report?.workspaceToken ?? workspaceOf(ctx, requested),
    report_filters: report?.filters.map(({ text }) => text) ?? [],
    filter: filter?.text ?? null,
    segments: segments && { arms: segments.rules, rest: segments.unmatchedLabel },
    range,
    previous_range: previousRangeOf(requested, report, range, today) ?? emptyRange,
    today,
    date_bin: requested.date_bin ?? report?.dateBin ?? 'day',
    groupings: resolveGroupingNames(requested.groupings, segments !== undefined),
    settings,
    schema: requested.schema ?? 'vntg',
  };
}

function workspaceOf(ctx: Context, requested: CostExportParameters): string {
  const workspace = requestedWorkspace(ctx, requested.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}

/** The previous period that a report chooses applies to its own range only. */
function previousRangeOf(
  { start_date, end_date }: CostExportParameters,
  report: ReportQuery | undefined,
  range: DateRange,
  today: string,
): DateRange | null {
  return report && !start_date && !end_date ? report.previousRange : previousPeriod(range, today);
}
