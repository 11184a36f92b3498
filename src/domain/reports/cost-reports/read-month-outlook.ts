import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { forecastPeriod, intervalOfSum, type PeriodForecast } from '../forecast/index.js';
import { readBaseline } from './baseline.js';
import { applyPlan, type ForecastChoice, type Plan, readPlan } from './planned-forecast.js';
import {
  accrued,
  type ReportCosts,
  readReportCosts,
  type TotalForecast,
  totalForecast,
} from './read-report-costs.js';

/** A calendar month of a report: complete days as billed, every other day as forecast. */
export interface MonthOutlook {
  month: string;
  /** Accrued costs; null for later months. */
  spend: Decimal | null;
  /** The first day that does not count as billed; null if all days are complete. */
  forecastFrom: string | null;
  /** Without the adjustments of a plan; null without a forecast. */
  baseline: Decimal | null;
  /** Ends of the prediction interval of the baseline; null for complete months. */
  bounds: [lower: Decimal, upper: Decimal] | null;
  /** With the adjustments of the plan; null without one. */
  plan: Decimal | null;
  /** Costs of the same month a year before; null unless all of it is imported. */
  previousYear: Decimal | null;
}

export interface ReportOutlook extends Pick<ReportCosts, 'currency' | 'unconverted'> {
  /** The last day before today whose costs are complete; null without costs. */
  completeThrough: string | null;
  plan: Plan | undefined;
  months: MonthOutlook[];
}

/**
 * Reads costs, baseline and plan of a report by month, in one cost query: the forecasts of the months are
 * those of the same periods. Months before the first imported costs are left out.
 */
export async function readMonthOutlook(
  ctx: Context,
  report: string,
  { start, end }: DateRange,
  choice: ForecastChoice,
): Promise<ReportOutlook> {
  const today = formatDate(ctx.now);
  const costs = await readReportCosts(ctx, report, { start: firstOfMonth(start, -12), end });
  const next = addDays(costs.billedThrough, 1);
  const ahead = { start: next > start ? next : start, end };
  const stored = ahead.start <= end ? await readBaseline(ctx.db, report, ahead) : undefined;
  const plan = await readPlan(ctx.db, report, choice);
  const planned = stored && plan && { ...stored, series: await applyPlan(stored, plan) };
  const known = {
    ...costs,
    spend: accrued(costs.billed, today),
    baseline: stored ? totalForecast(stored) : null,
    planned: planned ? totalForecast(planned) : null,
  };
  const first = costs.firstDay !== null && costs.firstDay > start ? costs.firstDay : start;
  const months: MonthOutlook[] = [];
  for (let month = firstOfMonth(first); month <= end; month = firstOfMonth(month, 1)) {
    const outlook = outlookOf(month, known);
    months.push({
      ...outlook,
      spend: month <= today ? outlook.spend : null,
      plan: plan ? outlook.plan : null,
    });
  }
  return {
    currency: costs.currency,
    unconverted: costs.unconverted,
    completeThrough: earlier(costs.completeThrough, addDays(today, -1)),
    plan,
    months,
  };
}

interface KnownMonths extends ReportCosts {
  spend: ReadonlyMap<string, Decimal>;
  baseline: TotalForecast | null;
  planned: TotalForecast | null;
}

function outlookOf(month: string, costs: KnownMonths) {
  const range = { start: month, end: lastOfMonth(month) };
  const baseline = forecastPeriod(range, { ...costs, forecast: costs.baseline });
  const plan = forecastPeriod(range, { ...costs, forecast: costs.planned });
  return {
    month,
    spend: sumOf(costs.spend, range),
    forecastFrom: (baseline ?? plan)?.forecastFrom ?? firstForecastDay(range, costs),
    baseline: baseline?.amount ?? null,
    bounds: baseline && boundsOf(baseline, costs.baseline),
    plan: plan?.amount ?? null,
    previousYear: previousYear(month, costs),
  };
}

/** The first day of a month without a forecast that is not complete. */
function firstForecastDay({ start, end }: DateRange, { billedThrough }: ReportCosts) {
  const next = addDays(billedThrough, 1);
  if (next > end) return null;
  return next > start ? next : start;
}

/** The interval of a total; a month costs at least what is billed, unless there are credits. */
function boundsOf(
  { amount, days }: PeriodForecast,
  forecast: TotalForecast | null,
): MonthOutlook['bounds'] {
  const ahead = days.filter(({ isForecast }) => isForecast);
  const [first] = ahead;
  if (!first || !forecast?.interval) return null;
  const billed = ahead.reduce((sum, day) => sum.plus(day.billed), new Decimal(0));
  const expected = ahead.reduce((sum, { expected }) => sum.plus(expected), new Decimal(0));
  const position = daysIn({ start: forecast.start, end: first.day }) - 1;
  const bounds = intervalOfSum(forecast.interval, expected.toFixed(), {
    first: position,
    count: ahead.length,
  });
  if (!bounds) return null;
  const complete = amount.minus(expected);
  const [lower, upper] = bounds.map((bound) => Decimal.max(billed, bound).plus(complete));
  return [lower!, upper!];
}

function previousYear(month: string, { billed, billedThrough, firstDay }: ReportCosts) {
  const start = firstOfMonth(month, -12);
  const range = { start, end: lastOfMonth(start) };
  const isImported = firstDay !== null && firstDay <= start && range.end <= billedThrough;
  return isImported ? sumOf(billed, range) : null;
}

function sumOf(amounts: ReadonlyMap<string, Decimal>, { start, end }: DateRange): Decimal {
  let sum = new Decimal(0);
  for (let day = start; day <= end; day = addDays(day, 1)) sum = sum.plus(amounts.get(day) ?? 0);
  return sum;
}

const earlier = (day: string | null, other: string): string | null =>
  day === null || day < other ? day : other;
