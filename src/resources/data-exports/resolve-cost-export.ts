import { reachableWorkspaces } from '../../auth/actor.js';
import { type CostSettings, defaultSettings } from '../../costs/cost-query.js';
import { parseGrouping } from '../../costs/dimensions.js';
import { type CostRequest, noDays } from '../../exports/cost-request.js';
import type { Context } from '../../kernel/context.js';
import { ShapeFailure, UnknownReference } from '../../kernel/errors.js';
import { type DateRange, previousPeriod, resolveInterval } from '../../lib/date-intervals.js';
import { firstOfMonth } from '../../lib/days.js';
import { formatDate } from '../../lib/time.js';
import { checkFilter } from '../../vql/index.js';
import { type ReportQuery, reportQuery } from '../cost-reports/report-query.js';
import type { ReportSettings } from '../cost-reports/report-settings.js';

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

const usualGroupings = ['provider', 'service', 'account_id'];

/** Checks what is asked and settles everything that could change until it is answered. */
export async function resolveCostExport(ctx: Context, asked: AskedCosts) {
  const filter = checkFilter('cost_export', asked.filter ?? null);
  if (!asked.cost_report_token && !filter) {
    throw new ShapeFailure(['filter is missing; give a filter, a cost_report_token or both']);
  }
  const groupings = checkedGroupings(asked.groupings ?? usualGroupings);
  const report = asked.cost_report_token
    ? await reportQuery(ctx, asked.cost_report_token)
    : undefined;
  const today = formatDate(ctx.now);
  const chosen = chosenRange(asked, report, today);
  const request: CostRequest = {
    workspace_token: report?.workspaceToken ?? readableWorkspace(ctx, asked.workspace_token),
    filters: [...(report?.filters ?? []), ...(filter ? [filter] : [])].map(({ text }) => text),
    range: chosen ?? report?.range ?? noDays,
    previous_range: (chosen ? previousPeriod(chosen, today) : report?.previousRange) ?? noDays,
    today,
    date_bin: asked.date_bin ?? report?.dateBin ?? 'day',
    groupings,
    settings: costSettings({ ...report?.settings, ...asked.settings }),
    schema: asked.schema ?? 'vntg',
  };
  return { request, vql: filter?.text ?? null };
}

function checkedGroupings(names: string[]): string[] {
  const seen = new Set<string>();
  for (const name of names) {
    const grouping = parseGrouping(name);
    if (!grouping || grouping.kind === 'segment') {
      throw new ShapeFailure([`groupings does not have a valid value: ${name}`]);
    }
    const meaning = JSON.stringify(grouping);
    if (seen.has(meaning)) throw new ShapeFailure([`groupings names ${name} twice`]);
    seen.add(meaning);
  }
  return names;
}

/** The dates of the request; undefined where a report decides. */
function chosenRange(
  { start_date, end_date }: AskedCosts,
  report: ReportQuery | undefined,
  today: string,
): DateRange | undefined {
  if (!start_date && !end_date) {
    return report ? undefined : resolveInterval('this_month', today);
  }
  const end = end_date ?? today;
  const start = start_date ?? earlier(firstOfMonth(end), report?.range?.start);
  if (start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  return { start, end };
}

const earlier = (day: string, other: string | undefined) =>
  other !== undefined && other < day ? other : day;

/** The workspace whose costs are read: the one named, else the only one the caller reaches. */
function readableWorkspace(ctx: Context, named: string | undefined): string {
  const reachable = reachableWorkspaces(ctx.actor);
  const workspace = named ?? (reachable.length === 1 ? reachable[0] : undefined);
  if (workspace === undefined) throw new ShapeFailure(['workspace_token is missing']);
  if (!reachable.includes(workspace)) {
    throw new UnknownReference('Workspace', 'workspace_token', workspace);
  }
  return workspace;
}

function costSettings(given: Partial<ReportSettings>): CostSettings {
  return {
    amortize: given.amortize ?? defaultSettings.amortize,
    includeCredits: given.include_credits ?? defaultSettings.includeCredits,
    includeRefunds: given.include_refunds ?? defaultSettings.includeRefunds,
    includeDiscounts: given.include_discounts ?? defaultSettings.includeDiscounts,
    includeTax: given.include_tax ?? defaultSettings.includeTax,
    aggregateBy: given.aggregate_by ?? defaultSettings.aggregateBy,
  };
}
