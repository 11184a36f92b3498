import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  costReports,
  changeDefaultForecast,
  modelsOf,
  reportForecasts,
  requireEditableReport,
  requireMetric,
  requireModels,
  requireVisibleReport,
} from '../../domain/reports/cost-reports/index.js';
import { clearableToken, title, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { usersOnly } from '../../platform/kernel/users-only.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  scenario_model_tokens: tokens().optional(),
  business_metric_token: clearableToken().optional(),
  set_as_default: z
    .boolean()
    .optional()
    .describe('Makes this the default forecast of the report; false restores the baseline.'),
};

const forecastResource = resource(reportForecasts, {
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
      throw unprocessable('scenario_model_tokens or business_metric_token is required');
    }
    return {
      ...pick(body, ['title', 'business_metric_token']),
      ...(current ? {} : { cost_report_token: body.cost_report_token }),
    };
  },
  afterSave: async (row, { scenario_model_tokens: models, set_as_default: isDefault }, ctx) => {
    const hasNewModels =
      models !== undefined &&
      (await replaceLinks(ctx.db, 'report_forecast_models', {
        owner: { report_forecast_token: row.token },
        column: 'scenario_model_token',
        tokens: models,
      }));
    const hasNewDefault =
      isDefault !== undefined &&
      isDefault !== row.is_default &&
      (await changeDefaultForecast(ctx, row.cost_report_token, isDefault ? row.token : null));
    return hasNewModels || hasNewDefault;
  },
  beforeDelete: async (row, ctx) => {
    await requireEditableReport(ctx, row);
  },
});

const list: Operation = {
  ...forecastResource.list,
  errors: [404],
  run: async (input, ctx) => {
    await costReports.rows.load(ctx, String(input.query['cost_report_token']));
    return forecastResource.list.run(input, ctx);
  },
};

const get: Operation = {
  ...forecastResource.get,
  run: async (input, ctx) => {
    const row = await reportForecasts.rows.load(ctx, String(input.params['report_forecast_token']));
    await requireVisibleReport(ctx, row);
    return reportForecasts.serialize(row, ctx);
  },
};

export const reportForecastOperations = usersOnly([
  list,
  forecastResource.create,
  get,
  forecastResource.update,
  forecastResource.delete,
]);
