import { sql } from 'kysely';
import { z } from 'zod';
import { mayChange } from '../../../platform/auth/access.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { UnknownReference, forbidden, notFound } from '../../../platform/lib/errors.js';
import { scenarioModels } from '../scenario-models/index.js';
import { costReports } from './cost-report.js';
import { setDefaultForecast } from './default-forecast.js';
import { visibleMetrics } from '../../costs/visible-metrics.js';

const ReportForecast = z
  .object({
    token: z.string(),
    title: z.string(),
    cost_report_token: z.string(),
    scenario_model_tokens: z.array(z.string()),
    business_metric_token: z
      .string()
      .nullable()
      .describe('Business metric whose forecasted values drive the costs.'),
    is_default: z.boolean().describe('Whether this is the default forecast of the report.'),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'ReportForecast' });

const attachedModels = sql<string[]>`array(
  select scenario_model_token from report_forecast_models links
  where links.report_forecast_token = report_forecasts.token order by links.id)`;

export const reportForecasts = entity({
  table: 'report_forecasts',
  prefix: 'rprt_frcst',
  kind: 'Report Forecast',
  label: 'Forecast',
  title: 'title',
  page: '/forecasts/{token}',
  access: { within: 'account', write: 'editor' },
  model: ReportForecast,
  computed: { scenario_model_tokens: { sql: attachedModels, initial: [] } },
});

type ForecastRow = Row<'report_forecasts'>;

/** Tokens of the scenario models of a loaded forecast. */
export function modelsOf(row: object = {}): string[] {
  const { scenario_model_tokens: attached = [] }: { scenario_model_tokens?: string[] } = row;
  return attached;
}

/** The report of a forecast; 404 for the forecast if the caller cannot see its report. */
export async function requireVisibleReport(
  ctx: Context,
  forecast: ForecastRow,
): Promise<Row<'cost_reports'>> {
  const report = await costReports.rows.find(ctx, forecast.cost_report_token);
  if (!report) throw notFound(reportForecasts.kind);
  return report;
}

/** Throws unless the caller may edit the report of a forecast, or the requested report of a new one. */
export async function requireEditableReport(
  ctx: Context,
  forecast: ForecastRow | undefined,
  requested = '',
): Promise<void> {
  const report = forecast
    ? await requireVisibleReport(ctx, forecast)
    : await costReports.rows.find(ctx, requested);
  if (!report) throw new UnknownReference('Cost Report', 'cost_report_token', requested);
  if (!mayChange(ctx.actor, await costReports.rows.accessTarget(ctx, report))) throw forbidden();
}

/** Throws unless the caller can see all requested scenario models that are not attached yet. */
export async function requireModels(
  ctx: Context,
  requested: readonly string[],
  attached: readonly string[],
): Promise<void> {
  for (const token of new Set(requested)) {
    if (attached.includes(token) || (await scenarioModels.rows.find(ctx, token))) continue;
    throw new UnknownReference('Scenario Model', 'scenario_model_tokens', token);
  }
}

/** Throws unless the caller can see the requested business metric, or it is the current one. */
export async function requireMetric(
  ctx: Context,
  requested: string | null | undefined,
  current: ForecastRow | undefined,
): Promise<void> {
  if (!requested || requested === current?.business_metric_token) return;
  const metric = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('token', '=', requested)
    .where('account_token', '=', ctx.actor.accountToken)
    .where(await visibleMetrics(ctx))
    .executeTakeFirst();
  if (!metric) throw new UnknownReference('Business Metric', 'business_metric_token', requested);
}

/** Sets the default forecast of a report, null for the baseline, and audits it as a change of the report. */
export async function changeDefaultForecast(
  ctx: Context,
  reportToken: string,
  forecast: string | null,
): Promise<boolean> {
  const report = await costReports.rows.load(ctx, reportToken);
  const before = await costReports.serialize(report, ctx);
  const isChanged = await setDefaultForecast(ctx.db, reportToken, forecast);
  const after = await costReports.serialize(await costReports.rows.load(ctx, reportToken), ctx);
  await costReports.record(ctx, report, before, after);
  return isChanged;
}
