import { useGet } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { formatDay } from '../../lib/dates.js';

export type PeriodForecast = Answer<'/v2/cost_reports/{cost_report_token}/period_forecast'>;

/** What a report is expected to cost in a range. */
export const usePeriodForecast = (
  report: string | null | undefined,
  { start, end }: { start: string; end: string },
  { enabled = true } = {},
) =>
  useGet(
    '/v2/cost_reports/{cost_report_token}/period_forecast',
    { path: { cost_report_token: report ?? '' }, query: { start_date: start, end_date: end } },
    { enabled: enabled && typeof report === 'string' },
  );

/** Which days of a period count with their forecast, if it has one. */
export const describeForecast = (
  forecast: Pick<PeriodForecast, 'forecast' | 'forecast_from'> | null | undefined,
): string => {
  const { forecast: amount = null, forecast_from: from = null } = forecast ?? {};
  if (amount === null) return 'There is no forecast yet.';
  return from === null
    ? 'All days as billed.'
    : `Complete days as billed; from ${formatDay(from)} on, each day with what is billed or forecast, whichever is larger.`;
};
