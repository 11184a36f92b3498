import { sql } from 'kysely';
import { z } from 'zod';
import { ShapeFailure, UnknownReference } from '../../platform/lib/errors.js';
import { choice, token } from '../../platform/kernel/fields.js';
import type { Db } from '../../platform/store/tables.js';

const kinds = ['baseline', 'report_forecast'] as const;

export const DefaultForecast = z
  .object({ kind: z.enum(kinds), report_forecast_token: z.string().optional() })
  .meta({ id: 'DefaultForecast' });

export const defaultForecastBody = z.object({
  kind: choice(kinds),
  report_forecast_token: token().optional(),
});

/** The forecast that is the default of each report, read with the row. */
export const defaultForecastToken = sql<string | null>`(
  select f.token from report_forecasts f
  where f.cost_report_token = cost_reports.token and f.is_default)`;

export function defaultForecastOf(row: object): z.input<typeof DefaultForecast> {
  const { default_forecast_token: forecast }: { default_forecast_token?: string | null } = row;
  return forecast
    ? { kind: 'report_forecast', report_forecast_token: forecast }
    : { kind: 'baseline' };
}

/** Makes one forecast of a report its default, or the baseline. True when that changes something. */
export async function chooseForecast(
  db: Db,
  report: string,
  forecast: string | null,
): Promise<boolean> {
  const before = await db
    .updateTable('report_forecasts')
    .set({ is_default: false })
    .where('cost_report_token', '=', report)
    .where('is_default', '=', true)
    .where('token', 'is distinct from', forecast)
    .returning('token')
    .execute();
  const after = await db
    .updateTable('report_forecasts')
    .set({ is_default: true })
    .where('token', '=', forecast)
    .where('is_default', '=', false)
    .returning('token')
    .execute();
  return before.length + after.length > 0;
}

/** The forecast that a body chooses, null for the baseline; refuses one that the report does not have. */
export async function requireForecast(
  db: Db,
  report: string,
  wanted: z.output<typeof defaultForecastBody>,
): Promise<string | null> {
  if (wanted.kind === 'baseline') return null;
  const field = 'default_forecast.report_forecast_token';
  if (!wanted.report_forecast_token) throw new ShapeFailure([`${field} is missing`]);
  const found = await db
    .selectFrom('report_forecasts')
    .select('token')
    .where('token', '=', wanted.report_forecast_token)
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  if (!found) {
    throw new UnknownReference('Report Forecast', field, wanted.report_forecast_token);
  }
  return found.token;
}
