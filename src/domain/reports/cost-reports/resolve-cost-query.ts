import { z } from 'zod';
import {
  costMeasures,
  type CostSettings,
  toCostSettings,
  type PreparedQuery,
  prepareQuery,
  resolveDateRange,
  groupingsParameter,
  parseGroupings,
  readConnectedProviders,
  resolveGroupingNames,
} from '../../costs/query/index.js';
import { type CalendarBin, calendarBins } from '../../../platform/lib/date-intervals.js';
import type { Context } from '../../../platform/kernel/context.js';
import { ShapeFailure, notFound } from '../../../platform/lib/errors.js';
import { queryDate, queryFlag } from '../../../platform/kernel/fields.js';
import type { Page } from '../../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../../platform/kernel/workspace-choice.js';
import { formatDate } from '../../../platform/lib/time.js';
import { checkFilter, quote } from '../../costs/vql/index.js';
import { providersOfAllCosts } from '../../costs/providers/index.js';
import { type ReportQuery, resolveReportQuery, resolveSegments } from './report-query.js';

/** Query parameters that select costs. */
export const costParameters = z.object({
  cost_report_token: z
    .string()
    .optional()
    .describe('Cost report whose filters, settings and dates apply.'),
  dashboard_token: z
    .string()
    .optional()
    .describe('Dashboard that contains the report; its dates, date bin and saved filters apply.'),
  filter: z
    .string()
    .optional()
    .describe('VQL filter; narrows the costs of the report if one is given.'),
  all_costs: queryFlag()
    .optional()
    .describe(
      'All costs of the workspace, in place of a filter; those of clusters only where there is no bill.',
    ),
  report_filter: z
    .string()
    .optional()
    .describe(
      "VQL in place of the report's own filter, as if it were saved; blank for none. Saved filters still apply.",
    ),
  workspace_token: z
    .string()
    .optional()
    .describe('Required if the caller has access to several workspaces.'),
  start_date: queryDate().optional().describe('First day, inclusive.'),
  end_date: queryDate().optional().describe('Last day, inclusive.'),
  groupings: groupingsParameter().optional(),
  date_bin: z.enum(calendarBins).optional(),
  'settings[include_credits]': queryFlag().optional(),
  'settings[include_refunds]': queryFlag().optional(),
  'settings[include_discounts]': queryFlag().optional(),
  'settings[include_tax]': queryFlag().optional(),
  'settings[amortize]': queryFlag().optional(),
  'settings[unallocated]': queryFlag().optional().describe('Applies to reports of segments only.'),
  'settings[aggregate_by]': z.enum(costMeasures).optional(),
  'settings[show_previous_period]': queryFlag()
    .optional()
    .describe('Has no effect on the returned costs.'),
});

export type CostParameters = z.output<typeof costParameters>;

/** Fills in what a request leaves open from its report and the defaults, and prepares the query. */
export async function resolveCostQuery(
  ctx: Context,
  requested: CostParameters & { order?: 'asc' | 'desc' },
  page: Pick<Page, 'limit' | 'offset'> & { explained?: boolean },
): Promise<PreparedQuery<CalendarBin>> {
  const filter = requested.all_costs ? await allCostsFilter(ctx, requested) : requested.filter;
  const within = checkFilter('costs_query', filter ?? null) ?? undefined;
  const report = await findReportQuery(ctx, requested);
  const today = formatDate(ctx.now);
  const settings = settingsOf(requested, report?.settings);
  const unallocated = requested['settings[unallocated]'] ?? report?.settings.unallocated ?? false;
  const segments = report?.segments && resolveSegments(report.segments, unallocated, settings);
  return prepareQuery(
    { db: ctx.db, costs: ctx.services.costs },
    {
      workspace: report?.workspaceToken ?? requireWorkspace(ctx, requested),
      range: resolveDateRange(requested, report?.range, today),
      filters: { combined: report?.filters ?? [], within, segments },
      today,
      dateBin: requested.date_bin ?? report?.dateBin ?? 'day',
      groupings: parseGroupings(resolveGroupingNames(requested.groupings, segments !== undefined)),
      settings,
      order: requested.order ?? 'desc',
      ...page,
    },
  );
}

async function findReportQuery(
  ctx: Context,
  requested: CostParameters,
): Promise<ReportQuery | undefined> {
  if (requested.cost_report_token !== undefined) {
    return resolveReportQuery(ctx, requested.cost_report_token, {
      dashboardToken: requested.dashboard_token,
      ownFilter: requested.report_filter,
    });
  }
  if (requested.report_filter !== undefined) {
    throw new ShapeFailure(['report_filter requires cost_report_token']);
  }
  if (requested.filter === undefined && !requested.all_costs) {
    throw new ShapeFailure(['filter or cost_report_token is missing']);
  }
  return undefined;
}

/** The providers whose costs are all costs, as VQL; undefined where nothing has costs. */
async function allCostsFilter(
  ctx: Context,
  requested: CostParameters,
): Promise<string | undefined> {
  if (requested.filter !== undefined || requested.cost_report_token !== undefined) {
    throw new ShapeFailure(['all_costs cannot be combined with filter or cost_report_token']);
  }
  const keys = await readConnectedProviders(ctx, [requireWorkspace(ctx, requested)]);
  const conditions = providersOfAllCosts(keys).map((key) => `costs.provider = ${quote(key)}`);
  return conditions.join(' OR ') || undefined;
}

function requireWorkspace(ctx: Context, requested: CostParameters): string {
  const workspace = requestedWorkspace(ctx, requested.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}

function settingsOf(
  requested: CostParameters,
  reportSettings?: ReportQuery['settings'],
): CostSettings {
  return toCostSettings({
    amortize: requested['settings[amortize]'] ?? reportSettings?.amortize,
    include_credits: requested['settings[include_credits]'] ?? reportSettings?.include_credits,
    include_refunds: requested['settings[include_refunds]'] ?? reportSettings?.include_refunds,
    include_discounts:
      requested['settings[include_discounts]'] ?? reportSettings?.include_discounts,
    include_tax: requested['settings[include_tax]'] ?? reportSettings?.include_tax,
    aggregate_by: requested['settings[aggregate_by]'] ?? reportSettings?.aggregate_by,
  });
}
