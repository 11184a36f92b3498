import { z } from 'zod';
import { costMeasures, type CostSettings, toCostSettings } from '../costs/cost-settings.js';
import { type CalendarBin, calendarBins } from '../../platform/lib/date-intervals.js';
import { type PreparedQuery, prepareQuery } from '../costs/prepare-query.js';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure, notFound } from '../../platform/lib/errors.js';
import { queryDate, queryFlag } from '../../platform/kernel/fields.js';
import type { Page } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { formatDate } from '../../platform/lib/time.js';
import { checkFilter } from '../vql/index.js';
import { type ReportQuery, reportQuery, sortIntoSegments } from './report-query.js';
import { resolveDateRange } from '../costs/resolve-date-range.js';
import {
  groupingsParameter,
  parseGroupings,
  resolveGroupingNames,
} from '../costs/grouping-names.js';

/** What a question about costs can say. */
export const costParameters = z.object({
  cost_report_token: z.string().optional().describe('Whose filters, settings and dates apply.'),
  dashboard_token: z
    .string()
    .optional()
    .describe('Shows the report as this dashboard does: its dates, bin and saved filters apply.'),
  filter: z
    .string()
    .optional()
    .describe('VQL; beside a report it narrows the costs of the report.'),
  workspace_token: z.string().optional().describe('Needed by callers that reach several.'),
  start_date: queryDate().optional().describe('First day, included.'),
  end_date: queryDate().optional().describe('Last day, included.'),
  groupings: groupingsParameter().optional(),
  date_bin: z.enum(calendarBins).optional(),
  'settings[include_credits]': queryFlag().optional(),
  'settings[include_refunds]': queryFlag().optional(),
  'settings[include_discounts]': queryFlag().optional(),
  'settings[include_tax]': queryFlag().optional(),
  'settings[amortize]': queryFlag().optional(),
  'settings[unallocated]': queryFlag().optional().describe('Has a meaning on segments alone.'),
  'settings[aggregate_by]': z.enum(costMeasures).optional(),
  'settings[show_previous_period]': queryFlag().optional().describe('Changes no figure.'),
});

export type CostParameters = z.output<typeof costParameters>;

/** A question with everything it left open filled in. */
export async function costQuestion(
  ctx: Context,
  asked: CostParameters & { order?: 'asc' | 'desc' },
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<PreparedQuery<CalendarBin>> {
  const within = checkFilter('costs_query', asked.filter ?? null) ?? undefined;
  const report = await namedReport(ctx, asked);
  const today = formatDate(ctx.now);
  const settings = settingsOf(asked, report?.settings);
  const unallocated = asked['settings[unallocated]'] ?? report?.settings.unallocated ?? false;
  const segments = report?.segments && sortIntoSegments(report.segments, unallocated, settings);
  return prepareQuery(
    { db: ctx.db, costs: ctx.services.costs },
    {
      workspace: report?.workspaceToken ?? workspaceOf(ctx, asked),
      range: resolveDateRange(asked, report?.range, today),
      filters: { combined: report?.filters ?? [], within, segments },
      today,
      dateBin: asked.date_bin ?? report?.dateBin ?? 'day',
      groupings: parseGroupings(resolveGroupingNames(asked.groupings, segments !== undefined)),
      settings,
      order: asked.order ?? 'desc',
      ...page,
    },
  );
}

async function namedReport(ctx: Context, asked: CostParameters): Promise<ReportQuery | undefined> {
  if (asked.cost_report_token !== undefined) {
    return reportQuery(ctx, asked.cost_report_token, asked.dashboard_token);
  }
  if (asked.filter === undefined) {
    throw new ShapeFailure(['filter is missing, or cost_report_token in its place']);
  }
  return undefined;
}

function workspaceOf(ctx: Context, asked: CostParameters): string {
  const workspace = requestedWorkspace(ctx, asked.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}

function settingsOf(asked: CostParameters, ofReport?: ReportQuery['settings']): CostSettings {
  return toCostSettings({
    amortize: asked['settings[amortize]'] ?? ofReport?.amortize,
    include_credits: asked['settings[include_credits]'] ?? ofReport?.include_credits,
    include_refunds: asked['settings[include_refunds]'] ?? ofReport?.include_refunds,
    include_discounts: asked['settings[include_discounts]'] ?? ofReport?.include_discounts,
    include_tax: asked['settings[include_tax]'] ?? ofReport?.include_tax,
    aggregate_by: asked['settings[aggregate_by]'] ?? ofReport?.aggregate_by,
  });
}
