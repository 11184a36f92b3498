import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  attachBusinessMetrics,
  attachedBusinessMetricsBody,
  requireBusinessMetrics,
  costReports,
  setDefaultForecast,
  defaultForecastBody,
  requireReportForecast,
  dateColumns,
  Settings,
  chartSettingsBody,
} from '../../domain/reports/cost-reports/index.js';
import { joinedGroupings } from '../../domain/costs/query/index.js';
import { requireFolder } from '../../domain/reports/folders/index.js';
import {
  attachedFilterTokens,
  requireSavedFilters,
} from '../../domain/reports/saved-filters/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { mayCreate } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import {
  choice,
  clearableToken,
  date,
  filter,
  title,
  token,
  tokens,
} from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { dateBins, dateIntervals } from '../../platform/lib/date-intervals.js';
import { badRequest, forbidden, notFound } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { formatDate } from '../../platform/lib/time.js';

const fields = {
  title: title(),
  folder_token: clearableToken().optional(),
  groupings: joinedGroupings().optional(),
  filter: filter().optional(),
  saved_filter_tokens: tokens().optional(),
  business_metric_tokens_with_metadata: attachedBusinessMetricsBody.optional(),
  settings: Settings.partial().optional(),
  chart_type: choice(['area', 'line', 'pie', 'bar', 'multi_bar']).optional(),
  date_bin: choice(dateBins).optional(),
  chart_settings: chartSettingsBody.optional(),
  date_interval: choice(dateIntervals).optional(),
  start_date: date().optional(),
  end_date: date().optional(),
  previous_period_start_date: date().optional(),
  previous_period_end_date: date().optional(),
};

/** Fields that decide which costs a report covers, and so its forecast. */
const forecastKeys = ['filter', 'saved_filter_tokens', 'settings', 'folder_token'] as const;

export const costReportResource = resource(costReports, {
  one: 'cost_report',
  many: 'cost_reports',
  tag: 'Costs',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object({ ...fields, default_forecast: defaultForecastBody }).partial(),
  search: 'title',
  filters: z.object({
    folder_token: z.string().optional().describe('Only reports directly in this folder.'),
  }),
  where: ({ folder_token: folder }) => [
    sql<SqlBool>`segment_token is null`,
    ...(folder ? [sql<SqlBool>`folder_token = ${folder}`] : []),
  ],
  errors: { create: [400, 422] },
  workspaceOf: async ({ folder_token: folder }, ctx) =>
    folder ? (await requireFolder(ctx, 'folder_token', folder)).workspace_token : undefined,
  columns: async (body, ctx, current, workspace) => {
    if (current?.segment_token)
      throw badRequest('The report of a segment cannot be changed; update the segment');
    checkFilter('cost_report', body.filter ?? null);
    const workspace_token = await workspaceOf(body.folder_token, ctx, workspace!);
    await requireAttachableFilters(body.saved_filter_tokens, ctx, current, workspace_token);
    await requireBusinessMetrics(body.business_metric_tokens_with_metadata, ctx);
    return {
      ...pick(body, ['title', 'folder_token', 'groupings', 'filter', 'chart_type', 'date_bin']),
      ...dateColumns(body, current, formatDate(ctx.now)),
      settings: JSON.stringify({ ...current?.settings, ...body.settings }),
      chart_settings: JSON.stringify({ ...current?.chart_settings, ...body.chart_settings }),
      workspace_token,
      ...(current ? {} : { created_by: ctx.actor.token }),
    };
  },
  afterSave: async (row, body, ctx, isNew) => {
    await attachBusinessMetrics(row.token, body.business_metric_tokens_with_metadata, ctx);
    const changes = [
      body.saved_filter_tokens !== undefined &&
        (await replaceLinks(ctx.db, 'cost_report_saved_filters', {
          owner: { cost_report_token: row.token },
          column: 'saved_filter_token',
          tokens: body.saved_filter_tokens,
        })),
      body.default_forecast !== undefined &&
        (await setDefaultForecast(
          ctx.db,
          row.token,
          await requireReportForecast(ctx.db, row.token, body.default_forecast),
        )),
    ];
    if (isNew || forecastKeys.some((key) => body[key] !== undefined)) {
      await ctx.services.enqueue('forecast-report', { cost_report_token: row.token }, ctx.db);
    }
    return changes.includes(true);
  },
  beforeDelete: (row) => {
    if (row.segment_token) throw notFound('Cost Report');
  },
});

/** A report belongs to the workspace of its folder. */
async function workspaceOf(
  folderToken: string | null | undefined,
  ctx: Context,
  workspace: string,
): Promise<string> {
  if (!folderToken) return workspace;
  const folder = await requireFolder(ctx, 'folder_token', folderToken);
  if (folder.type !== 'CostFolder')
    throw badRequest('folder_token must be the token of a CostFolder');
  if (folder.workspace_token !== workspace && !mayCreate(ctx.actor, folder.workspace_token)) {
    throw forbidden();
  }
  return folder.workspace_token;
}

async function requireAttachableFilters(
  requested: string[] | undefined,
  ctx: Context,
  current: Row<'cost_reports'> | undefined,
  workspace: string,
): Promise<void> {
  const attached = attachedFilterTokens(current);
  // A report that moves to another workspace cannot keep the saved filters of the old one.
  const retainable = current?.workspace_token === workspace ? attached : [];
  await requireSavedFilters(ctx, requested ?? attached, workspace, retainable);
}
