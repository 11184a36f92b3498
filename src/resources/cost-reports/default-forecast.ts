import { z } from 'zod';
import { ShapeFailure, UnknownReference } from '../../kernel/errors.js';
import { choice, token } from '../../kernel/fields.js';

const kinds = ['baseline', 'report_forecast'] as const;

export const DefaultForecast = z
  .object({ kind: z.enum(kinds), report_forecast_token: z.string().optional() })
  .meta({ id: 'DefaultForecast' });

export const defaultForecastBody = z.object({
  kind: choice(kinds),
  report_forecast_token: token().optional(),
});

/** What a report shows while the group ReportForecasts keeps none that could be chosen. */
export const baselineForecast: z.input<typeof DefaultForecast> = { kind: 'baseline' };

/** Refuses forecasts that the report does not have: for now, all but the baseline. */
export function demandForecast(wanted: z.output<typeof defaultForecastBody> | undefined): void {
  if (wanted?.kind !== 'report_forecast') return;
  const field = 'default_forecast.report_forecast_token';
  if (!wanted.report_forecast_token) throw new ShapeFailure([`${field} is missing`]);
  throw new UnknownReference('Report Forecast', field, wanted.report_forecast_token);
}
