import type { Context } from '../../../platform/kernel/context.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import type { CostQuery } from '../../costs/query/index.js';
import { expectedBand } from './detect-anomalies.js';
import { readMinRise } from './detection-floor.js';
import { narrowToSeries } from './narrow-to-series.js';
import { type SeriesKey, readCostSeries, resolveSeriesQuery } from './read-cost-series.js';
import { expectedPlaces } from './search-series.js';

/** Days around the anomalous one: enough before it to see the weekly pattern, and how it went on. */
const daysBefore = 56;
const daysAfter = 28;

/** A day of a series, as decimal text; without a range where there is too little history. */
interface AnomalyDay {
  date: string;
  amount: string;
  expected_amount: string | null;
  expected_lower: string | null;
  expected_upper: string | null;
}

/**
 * The settled costs of a series around an anomalous day, as detection reads them now, each with the range
 * that was expected from the days before it. Empty if the report no longer has the series.
 */
export async function readAnomalyDays(
  ctx: Context,
  anomaly: SeriesKey & { cost_report_token: string; anomaly_date: string },
): Promise<{ currency: string; days: AnomalyDay[] }> {
  const report = await resolveSeriesQuery(ctx, anomaly.cost_report_token);
  const { startDate: start, endDate: end, groupings, conversion } = report.query;
  const narrowed = { ...narrowToSeries(report, anomaly, { start, end }), groupings };
  const query = narrowed as CostQuery<CalendarBin>;
  const {
    series: [series],
  } = await readCostSeries(ctx.services.costs, { ...report, query });
  const currency = conversion.to;
  if (!series) return { currency, days: [] };
  const { firstDay, amounts } = series;
  const costs = amounts.map((amount, index) => ({
    day: addDays(firstDay, index),
    amount: Number(amount),
  }));
  const band = expectedBand(costs, { minRise: await readMinRise(ctx, currency) });
  const ranges = new Map(band.map((each) => [each.day, each]));
  const days = amounts.map((amount, index) => {
    const date = addDays(firstDay, index);
    const range = ranges.get(date);
    const estimate = (value: number | undefined) =>
      value === undefined ? null : formatDecimal(value.toFixed(expectedPlaces));
    return {
      date,
      amount: formatDecimal(amount),
      expected_amount: estimate(range?.expected),
      expected_lower: estimate(range?.lower),
      expected_upper: estimate(range?.upper),
    };
  });
  const first = addDays(anomaly.anomaly_date, -daysBefore);
  const last = addDays(anomaly.anomaly_date, daysAfter);
  return { currency, days: days.filter(({ date }) => date >= first && date <= last) };
}
