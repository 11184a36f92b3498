import type { Grouping } from '../costs/grouping.js';
import { parseJoinedGroupings } from '../costs/grouping-names.js';
import { readSegmentTree } from '../costs/read-segment-tree.js';
import { type SegmentRules, type SegmentNode, buildSegmentRules } from '../costs/segment-rules.js';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import {
  type CalendarBin,
  type DateRange,
  clipToCompletePeriods,
  previousPeriod,
} from '../../platform/lib/date-intervals.js';
import { formatDate } from '../../platform/lib/time.js';
import { type Filter, checkFilter } from '../vql/index.js';
import { applyDashboard, loadDashboardWithReport } from '../dashboards/apply-dashboard.js';
import { savedFilterTexts } from './applied-filters.js';
import { loadReport } from './cost-report.js';
import { rangeOf } from './report-dates.js';
import type { ReportSettings } from '../costs/cost-settings.js';
import { settingsOf } from './report-settings.js';

/** What a report asks of the costs, as of now. */
export interface ReportQuery {
  workspaceToken: string;
  /** Its own, its saved ones and those of the folders around it; none of them: all costs of the workspace. */
  filters: Filter[];
  /** Of the report of a segment: the tree that its costs are sorted over. */
  segments?: { token: string; tree: SegmentNode[] };
  groupings: Grouping[];
  settings: ReportSettings;
  dateBin: CalendarBin;
  /** null when no bin of the range is finished and the report leaves out unfinished ones. */
  range: DateRange | null;
  /** What the range is compared with; null when there is nothing. */
  previousRange: DateRange | null;
}

/** The question behind a report that the caller can see, or 404; on a dashboard, as that shows it. */
export async function reportQuery(
  ctx: Context,
  token: string,
  dashboardToken?: string,
): Promise<ReportQuery> {
  const today = formatDate(ctx.now);
  const stored = await loadReport(ctx, token);
  const dashboard = dashboardToken && (await loadDashboardWithReport(ctx, dashboardToken, stored));
  const report = dashboard ? applyDashboard(dashboard, stored, today) : stored;
  const texts = [report.filter, ...(await savedFilterTexts(ctx.db, report, dashboardToken))];
  const range = countedRange(report, today);
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
    // A running total is a way to show days.
    dateBin: report.date_bin === 'cumulative' ? 'day' : report.date_bin,
    range,
    previousRange: chosenPrevious(report) ?? (range && previousPeriod(range, today)),
  };
}

/** How the costs of a segment's report are sorted, with the settings of the question. */
export function sortIntoSegments(
  { token, tree }: NonNullable<ReportQuery['segments']>,
  unallocated: boolean,
  { aggregateBy }: { aggregateBy: string },
): SegmentRules {
  if (aggregateBy === 'count') {
    throw new ShapeFailure(['settings[aggregate_by] cannot be count on the report of a segment']);
  }
  return buildSegmentRules(tree, token, unallocated);
}

function countedRange(report: Row<'cost_reports'>, today: string): DateRange | null {
  const range = rangeOf(report, today);
  if (!settingsOf(report).complete_period) return range;
  return clipToCompletePeriods(report.date_interval, range, report.date_bin, today);
}

function chosenPrevious(report: Row<'cost_reports'>): DateRange | undefined {
  const { previous_period_start_date: start, previous_period_end_date: end } = report;
  return start && end ? { start, end } : undefined;
}
