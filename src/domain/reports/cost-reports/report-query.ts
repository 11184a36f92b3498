import {
  type Grouping,
  parseJoinedGroupings,
  readSegmentTree,
  type SegmentRules,
  type SegmentNode,
  buildSegmentRules,
  type ReportSettings,
} from '../../costs/query/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import {
  type CalendarBin,
  type DateRange,
  clipToCompletePeriods,
  previousPeriod,
} from '../../../platform/lib/date-intervals.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type Filter, checkFilter } from '../../costs/vql/index.js';
import { applyDashboard, loadDashboardWithReport } from '../dashboards/index.js';
import { readAppliedFilters } from './applied-filters.js';
import { loadReport } from './cost-report.js';
import { rangeOf } from '../../costs/saved-reports/index.js';
import { settingsOf } from './report-settings.js';

/** The cost query behind a report, with its dates as of today. */
export interface ReportQuery {
  workspaceToken: string;
  /** The filter of the report and all saved filters that apply; if empty, all costs of the workspace. */
  filters: Filter[];
  /** Reports of segments only: the tree of segments that costs are allocated to. */
  segments?: { token: string; tree: SegmentNode[] };
  groupings: Grouping[];
  settings: ReportSettings;
  dateBin: CalendarBin;
  /** null if the report excludes incomplete bins and no bin of the range is complete. */
  range: DateRange | null;
  /** The previous period; null if there is none. */
  previousRange: DateRange | null;
}

interface ReportView {
  /** The dashboard that the report is viewed on. */
  dashboardToken?: string;
  /** VQL in place of the filter of the report. */
  ownFilter?: string;
}

/** Resolves the query of a report, as viewed on a dashboard if one is given; 404 if the caller cannot see it. */
export async function resolveReportQuery(
  ctx: Context,
  token: string,
  { dashboardToken, ownFilter }: ReportView = {},
): Promise<ReportQuery> {
  const today = formatDate(ctx.now);
  const stored = await loadReport(ctx, token);
  const dashboard = dashboardToken && (await loadDashboardWithReport(ctx, dashboardToken, stored));
  const report = dashboard ? applyDashboard(dashboard, stored, today) : stored;
  const { own, saved } = await readAppliedFilters(ctx.db, report, dashboardToken);
  const texts = [ownFilter ?? own, ...saved.map(({ filter }) => filter)];
  const range = effectiveRange(report, today);
  return {
    workspaceToken: report.workspace_token,
    filters: texts
      .map((text) => checkFilter('cost_report', text))
      .filter((filter) => filter !== null),
    ...(report.segment_token && {
      segments: {
        token: report.segment_token,
        tree: await readSegmentTree(ctx.db, report.segment_token),
      },
    }),
    groupings: parseJoinedGroupings(report.groupings),
    settings: settingsOf(report),
    // A cumulative chart is a presentation of daily costs.
    dateBin: report.date_bin === 'cumulative' ? 'day' : report.date_bin,
    range,
    previousRange: customPreviousRange(report) ?? (range && previousPeriod(range, today)),
  };
}

/** The rules by which the costs of a segment's report are allocated, under the requested settings. */
export function resolveSegments(
  { token, tree }: NonNullable<ReportQuery['segments']>,
  unallocated: boolean,
  { aggregateBy }: { aggregateBy: string },
): SegmentRules {
  if (aggregateBy === 'count') {
    throw new ShapeFailure(['settings[aggregate_by] cannot be count for the report of a segment']);
  }
  return buildSegmentRules(tree, token, unallocated);
}

function effectiveRange(report: Row<'cost_reports'>, today: string): DateRange | null {
  const range = rangeOf(report, today);
  if (!settingsOf(report).complete_period) return range;
  return clipToCompletePeriods(report.date_interval, range, report.date_bin, today);
}

function customPreviousRange(report: Row<'cost_reports'>): DateRange | undefined {
  const { previous_period_start_date: start, previous_period_end_date: end } = report;
  return start && end ? { start, end } : undefined;
}
