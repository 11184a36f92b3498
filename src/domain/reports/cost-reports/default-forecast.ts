import { sql } from 'kysely';
import { z } from 'zod';
import { ShapeFailure, UnknownReference } from '../../../platform/lib/errors.js';
import { choice, token } from '../../../platform/kernel/fields.js';
import type { Db } from '../../../platform/store/tables.js';

const kinds = ['baseline', 'report_forecast'] as const;

export const DefaultForecast = z
  .object({ kind: z.enum(kinds), report_forecast_token: z.string().optional() })
  .meta({ id: 'DefaultForecast' });

export const defaultForecastBody = z.object({
  kind: choice(kinds),
  report_forecast_token: token().optional(),
});

/** Token of the default forecast of a report; selected with the row. */
export const defaultForecastToken = sql<string | null>`(
  select f.token from report_forecasts f
  where f.cost_report_token = cost_reports.token and f.is_default)`;

/** The default forecast as the API returns it. */
export function serializeDefaultForecast(row: object): z.input<typeof DefaultForecast> {
  const { default_forecast_token: forecast }: { default_forecast_token?: string | null } = row;
  return forecast
    ? { kind: 'report_forecast', report_forecast_token: forecast }
    : { kind: 'baseline' };
}

/** Sets the default forecast of a report, null for the baseline; returns whether that is a change. */
export async function setDefaultForecast(
  db: Db,
  report: string,
  forecast: string | null,
): Promise<boolean> {
  const cleared = await db
    .updateTable('report_forecasts')
    .set({ is_default: false })
    .where('cost_report_token', '=', report)
    .where('is_default', '=', true)
    .where('token', 'is distinct from', forecast)
    .returning('token')
    .execute();
  const set = await db
    .updateTable('report_forecasts')
    .set({ is_default: true })
    .where('token', '=', forecast)
    .where('is_default', '=', false)
    .returning('token')
    .execute();
  return cleared.length + set.length > 0;
}

/** Token of the requested default forecast, null for the baseline; throws unless it belongs to the report. */
export async function requireReportForecast(
  db: Db,
  report: string,
  requested: z.output<typeof defaultForecastBody>,
): Promise<string | null> {
  if (requested.kind === 'baseline') return null;
  const field = 'default_forecast.report_forecast_token';
  if (!requested.report_forecast_token) throw new ShapeFailure([`${field} is missing`]);
  const found = await db
    .selectFrom('report_forecasts')
    .select('token')
    .where('token', '=', requested.report_forecast_token)
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  if (!found) {
    throw new UnknownReference('Report Forecast', field, requested.report_forecast_token);
  }
  return found.token;
}
