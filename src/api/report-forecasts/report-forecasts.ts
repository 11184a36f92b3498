import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../platform/kernel/entity.js';
import { mayChange } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, forbidden, notFound, unprocessable } from '../../platform/lib/errors.js';
import { clearableToken, title, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { pick } from '../../platform/lib/pick.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';
import { chooseForecast } from '../../domain/cost-reports/default-forecast.js';
import { scenarioModels } from '../../domain/scenario-models/scenario-model.js';
import { usersOnly } from '../../platform/kernel/users-only.js';

const ReportForecast = z
  .object({
    token: z.string(),
    title: z.string(),
    cost_report_token: z.string(),
    scenario_model_tokens: z.array(z.string()),
    business_metric_token: z
      .string()
      .nullable()
      .describe('Its forecasted values drive the costs of their days.'),
    is_default: z.boolean().describe('Whether the report shows this forecast.'),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'ReportForecast' });

const fields = {
  title: title(),
  scenario_model_tokens: tokens().optional(),
  business_metric_token: clearableToken().optional(),
  set_as_default: z.boolean().optional().describe('false: back to the baseline.'),
};

const ownModels = sql<string[]>`array(
  select scenario_model_token from report_forecast_models links
  where links.report_forecast_token = report_forecasts.token order by links.id)`;

const reportForecasts = entity({
  table: 'report_forecasts',
  prefix: 'rprt_frcst',
  kind: 'Report Forecast',
  titleOf: (row) => row.title,
  access: { within: 'account', write: 'editor' },
  model: ReportForecast,
  computed: { scenario_model_tokens: { sql: ownModels, initial: [] } },
});

const forecasts = resource(reportForecasts, {
  one: 'report_forecast',
  many: 'report_forecasts',
  tag: 'ReportForecasts',
  create: z.object({ cost_report_token: z.string(), ...fields }),
  update: z.object(fields).partial(),
  filters: z.object({ cost_report_token: z.string() }),
  where: (query) => [sql<SqlBool>`cost_report_token = ${query['cost_report_token']}`],
  errors: { create: [403, 404, 422], update: [403, 404, 422], delete: [403, 404] },
  updatedAtKeys: ['title', 'scenario_model_tokens'],
  columns: async (body, ctx, current) => {
    await requireEditableReport(ctx, current, body.cost_report_token);
    const attached = modelsOf(current);
    await requireModels(ctx, body.scenario_model_tokens ?? [], attached);
    await requireMetric(ctx, body.business_metric_token, current);
    const after = { ...current, ...body };
    if ((body.scenario_model_tokens ?? attached).length === 0 && !after.business_metric_token) {
      throw unprocessable('scenario_model_tokens or business_metric_token must name something');
    }
    return {
      ...pick(body, ['title', 'business_metric_token']),
      ...(current ? {} : { cost_report_token: body.cost_report_token }),
    };
  },
  afterSave: async (row, { scenario_model_tokens: models, set_as_default: isChosen }, ctx) => {
    const relinked =
      models !== undefined &&
      (await replaceLinks(ctx.db, 'report_forecast_models', {
        owner: { report_forecast_token: row.token },
        column: 'scenario_model_token',
        tokens: models,
      }));
    const rechosen =
      isChosen !== undefined &&
      isChosen !== row.is_default &&
      (await changeDefault(ctx, row.cost_report_token, isChosen ? row.token : null));
    return relinked || rechosen;
  },
  beforeDelete: async (row, ctx) => {
    await requireEditableReport(ctx, row);
  },
});

type Forecast = Row<'report_forecasts'>;

function modelsOf(row: object = {}): string[] {
  const { scenario_model_tokens: attached = [] }: { scenario_model_tokens?: string[] } = row;
  return attached;
}

/** A forecast is seen by those who see its report. */
async function requireVisibleReport(
  ctx: Context,
  forecast: Forecast,
): Promise<Row<'cost_reports'>> {
  const report = await costReports.rows.find(ctx, forecast.cost_report_token);
  if (!report) throw notFound(reportForecasts.kind);
  return report;
}

/** The report of a forecast, or of one to come, when the caller may edit it. */
async function requireEditableReport(
  ctx: Context,
  forecast: Forecast | undefined,
  named = '',
): Promise<void> {
  const report = forecast
    ? await requireVisibleReport(ctx, forecast)
    : await costReports.rows.find(ctx, named);
  if (!report) throw new UnknownReference('Cost Report', 'cost_report_token', named);
  if (!mayChange(ctx.actor, await costReports.rows.accessTarget(ctx, report))) throw forbidden();
}

async function requireModels(ctx: Context, wanted: string[], attached: string[]): Promise<void> {
  for (const token of new Set(wanted)) {
    if (attached.includes(token) || (await scenarioModels.rows.find(ctx, token))) continue;
    throw new UnknownReference('Scenario Model', 'scenario_model_tokens', token);
  }
}

async function requireMetric(
  ctx: Context,
  wanted: string | null | undefined,
  current: Forecast | undefined,
): Promise<void> {
  if (!wanted || wanted === current?.business_metric_token) return;
  const found = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('token', '=', wanted)
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirst();
  if (!found) throw new UnknownReference('Business Metric', 'business_metric_token', wanted);
}

/** The choice belongs to the report, so its log has it too. */
async function changeDefault(ctx: Context, token: string, chosen: string | null): Promise<boolean> {
  const report = await costReports.rows.load(ctx, token);
  const before = await costReports.serialize(report, ctx);
  const isChanged = await chooseForecast(ctx.db, token, chosen);
  const after = await costReports.serialize(await costReports.rows.load(ctx, token), ctx);
  await costReports.record(ctx, report, before, after);
  return isChanged;
}

const list: Operation = {
  ...forecasts.list,
  errors: [404],
  run: async (input, ctx) => {
    await costReports.rows.load(ctx, String(input.query['cost_report_token']));
    return forecasts.list.run(input, ctx);
  },
};

const get: Operation = {
  ...forecasts.get,
  run: async (input, ctx) => {
    const row = await reportForecasts.rows.load(ctx, String(input.params['report_forecast_token']));
    await requireVisibleReport(ctx, row);
    return reportForecasts.serialize(row, ctx);
  },
};

export const reportForecastOperations = usersOnly([
  list,
  forecasts.create,
  get,
  forecasts.update,
  forecasts.delete,
]);
