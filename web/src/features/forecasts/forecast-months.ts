import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { useGet } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { firstOfMonth, lastOfMonth } from '../../lib/dates.js';

export type ForecastMonths = Answer<'/v2/cost_reports/{cost_report_token}/forecast_months'>;
export type ForecastMonth = ForecastMonths['months'][number];

/** The choice of no plan, as the API calls it. */
export const baselineOnly = 'baseline';

/** The months that can be chosen, with the ones that they are as of a day. */
export const monthPresets: readonly {
  value: string;
  label: string;
  rangeOf: (day: string) => DateRange;
}[] = [
  { value: 'around', label: 'Six months either side', rangeOf: (day) => months(day, -6, 6) },
  { value: 'ahead', label: 'Next 12 months', rangeOf: (day) => months(day, 0, 11) },
  { value: 'year', label: 'This year', rangeOf: (day) => year(day) },
  { value: 'both', label: '12 months either side', rangeOf: (day) => months(day, -12, 12) },
];

const months = (day: string, first: number, last: number): DateRange => ({
  start: firstOfMonth(day, first),
  end: lastOfMonth(day, last),
});

const year = (day: string): DateRange => ({
  start: `${day.slice(0, 4)}-01-01`,
  end: `${day.slice(0, 4)}-12-31`,
});

/** A planned forecast of the report, or one scenario model; without either, the plan that the report shows. */
export interface PlanChoice {
  report_forecast_token?: string | undefined;
  scenario_model_token?: string | undefined;
}

/** Costs, forecast, plan and budgets of a report by month. */
export const useForecastMonths = (report: string, { start, end }: DateRange, plan: PlanChoice) =>
  useGet('/v2/cost_reports/{cost_report_token}/forecast_months', {
    path: { cost_report_token: report },
    query: { start_date: start, end_date: end, ...plan },
  });
