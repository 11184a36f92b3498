import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { forecastPeriod, intervalOn, type PeriodForecast } from '../forecast/index.js';
import { accrued, readReportCosts, type TotalForecast, withForecast } from './read-report-costs.js';

type ForecastDay = PeriodForecast['days'][number] & {
  spend: Decimal;
  /** Ends of the prediction interval; null for planned forecasts. */
  bounds: [lower: Decimal, upper: Decimal] | null;
};

/** The costs of a report in a period so far, and what the period is expected to cost. */
export interface ReportPeriod {
  currency: string;
  /** The last day before today whose costs are complete; null without costs. */
  completeThrough: string | null;
  spend: Decimal;
  /** null without a forecast. */
  forecast: Omit<PeriodForecast, 'days'> | null;
  /** The days that count with their forecast. */
  forecastDays: ForecastDay[];
}

/** Reads the forecast of a report for a period. */
export async function readPeriodForecast(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<ReportPeriod> {
  const today = formatDate(ctx.now);
  const costs = await withForecast(ctx, report, await readReportCosts(ctx, report, range), range);
  const forecast = forecastPeriod(range, costs);
  const spend = accrued(costs.billed, today);
  return {
    currency: costs.currency,
    completeThrough: before(today, costs.completeThrough),
    spend: [...spend.values()].reduce((sum, amount) => sum.plus(amount), new Decimal(0)),
    forecast,
    forecastDays: (forecast?.days ?? [])
      .filter(({ isForecast }) => isForecast)
      .map((each) => ({
        ...each,
        spend: spend.get(each.day) ?? new Decimal(0),
        bounds: boundsOf(each, costs.forecast),
      })),
  };
}

function before(today: string, day: string | null): string | null {
  const yesterday = addDays(today, -1);
  return day === null || day < yesterday ? day : yesterday;
}

/** A day costs at least what is billed. */
function boundsOf(
  { day, billed }: PeriodForecast['days'][number],
  forecast: TotalForecast | null,
): ForecastDay['bounds'] {
  if (!forecast?.interval || day < forecast.start) return null;
  const index = daysIn({ start: forecast.start, end: day }) - 1;
  const [lower, upper] = intervalOn(forecast.interval, forecast.amounts[index]!, index);
  return [Decimal.max(billed, lower), Decimal.max(billed, upper)];
}
