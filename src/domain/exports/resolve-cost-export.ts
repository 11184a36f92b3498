import { costSettings } from '../costs/cost-query.js';
import { type CostRequest, noDays } from './cost-request.js';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure, notFound } from '../../platform/lib/errors.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { type DateRange, previousPeriod } from '../../platform/lib/date-intervals.js';
import { formatDate } from '../../platform/lib/time.js';
import { checkFilter } from '../vql/index.js';
import { type ReportQuery, reportQuery, sortIntoSegments } from '../cost-reports/report-query.js';
import type { ReportSettings } from '../cost-reports/report-settings.js';
import { askedRange } from '../costs/cost-dates.js';
import { groupingNames } from '../costs/groupings.js';

/** What a caller may ask of a cost export. */
export interface AskedCosts {
  cost_report_token?: string;
  filter?: string | null;
  workspace_token?: string;
  start_date?: string;
  end_date?: string;
  groupings?: string[];
  date_bin?: CostRequest['date_bin'];
  schema?: CostRequest['schema'];
  settings?: Partial<ReportSettings>;
}

/** Settles everything that a question leaves open or that could change until it is answered. */
export async function resolveCostExport(ctx: Context, asked: AskedCosts): Promise<CostRequest> {
  const filter = checkFilter('cost_export', asked.filter ?? null);
  if (!asked.cost_report_token && !filter) {
    throw new ShapeFailure(['filter is missing, or cost_report_token in its place']);
  }
  const report = asked.cost_report_token
    ? await reportQuery(ctx, asked.cost_report_token)
    : undefined;
  const given = { ...report?.settings, ...asked.settings };
  const settings = costSettings(given);
  const segments =
    report?.segments && sortIntoSegments(report.segments, given.unallocated ?? false, settings);
  const today = formatDate(ctx.now);
  const range = askedRange(asked, report?.range, today);
  return {
    workspace_token: report?.workspaceToken ?? workspaceOf(ctx, asked),
    report_filters: report?.filters.map(({ text }) => text) ?? [],
    filter: filter?.text ?? null,
    segments,
    range,
    previous_range: previousOf(asked, report, range, today) ?? noDays,
    today,
    date_bin: asked.date_bin ?? report?.dateBin ?? 'day',
    groupings: groupingNames(asked.groupings, segments !== undefined),
    settings,
    schema: asked.schema ?? 'vntg',
  };
}

function workspaceOf(ctx: Context, asked: AskedCosts): string {
  const workspace = requestedWorkspace(ctx, asked.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}

/** A period that a report chose is compared with its own days alone. */
function previousOf(
  { start_date, end_date }: AskedCosts,
  report: ReportQuery | undefined,
  range: DateRange,
  today: string,
): DateRange | null {
  return report && !start_date && !end_date ? report.previousRange : previousPeriod(range, today);
}
