import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { UnknownReference } from '../../../platform/lib/errors.js';
import { prefixOf } from '../../../platform/lib/tokens.js';
import { formatDate } from '../../../platform/lib/time.js';
import { ownSavedFilters } from './applied-filters.js';
import {
  AttachedBusinessMetric,
  readAttachedBusinessMetrics,
} from './attached-business-metrics.js';
import {
  DefaultForecast,
  serializeDefaultForecast,
  defaultForecastToken,
} from './default-forecast.js';
import { rangeOf } from '../../costs/saved-reports/index.js';
import { ChartSettings, Settings, chartSettingsOf, settingsOf } from './report-settings.js';

const CostReport = z
  .object({
    token: z.string(),
    title: z.string(),
    folder_token: z.string().nullable(),
    saved_filter_tokens: z
      .array(z.string())
      .describe('Saved filters of the report itself; those of its folders apply too.'),
    business_metric_tokens_with_metadata: z.array(AttachedBusinessMetric),
    default_forecast: DefaultForecast,
    filter: z.string().nullable().describe('VQL filter; null matches all costs.'),
    groupings: z.string().nullable().describe('Comma-separated.'),
    settings: Settings,
    created_at: z.string(),
    workspace_token: z.string(),
    previous_period_start_date: z.string().nullable(),
    previous_period_end_date: z.string().nullable(),
    start_date: z.string().describe('First day; for a named interval, as of today.'),
    end_date: z.string(),
    date_interval: z.string(),
    chart_type: z.string(),
    date_bin: z.string(),
    chart_settings: ChartSettings,
  })
  .meta({ id: 'CostReport' });

export const costReports = entity({
  table: 'cost_reports',
  prefix: 'rprt',
  kind: 'Cost Report',
  title: 'title',
  page: '/cost-reports/{token}',
  canBeFavourite: true,
  access: { within: 'workspace', grants: true, folder: 'folder_token', owner: 'segment_token' },
  model: CostReport,
  computed: {
    saved_filter_tokens: { sql: ownSavedFilters, initial: [] },
    default_forecast_token: { sql: defaultForecastToken, initial: null },
  },
  derive: async (rows, ctx) => {
    const today = formatDate(ctx.now);
    const attached = await readAttachedBusinessMetrics(rows, ctx);
    return (row) => {
      const { start, end } = rangeOf(row, today);
      return {
        start_date: start,
        end_date: end,
        settings: settingsOf(row),
        chart_settings: chartSettingsOf(row),
        default_forecast: serializeDefaultForecast(row),
        business_metric_tokens_with_metadata: attached(row.token),
      };
    };
  },
});

/** Loads a report by its token or by the token of its segment; 404 if the caller cannot see it. */
export async function loadReport(ctx: Context, token: string): Promise<Row<'cost_reports'>> {
  if (prefixOf(token) !== 'fltr_sgmt') return costReports.rows.load(ctx, token);
  const report = await ctx.db
    .selectFrom('cost_reports')
    .select('token')
    .where('segment_token', '=', token)
    .executeTakeFirst();
  return costReports.rows.load(ctx, report?.token ?? token);
}

/** The workspace of the report that a body names; undefined if it names none. */
export async function workspaceOfReport(
  { cost_report_token: token }: { cost_report_token?: string | undefined },
  ctx: Context,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const report = await costReports.rows.find(ctx, token);
  if (!report) throw new UnknownReference('Cost Report', 'cost_report_token', token);
  return report.workspace_token;
}

/** Row filter for what belongs to reports that the caller can see. */
export async function onVisibleReport(ctx: Context): Promise<Expression<SqlBool>> {
  const visible = await costReports.rows.visible(ctx);
  return sql<SqlBool>`cost_report_token in (
    select token from cost_reports where ${sql.join(visible, sql` and `)})`;
}
