import { useMemo } from 'react';
import { minus, sumOf } from '../../lib/decimal.js';
import type { Forecast } from '../../parts/chart/chart-data.js';
import {
  describeForecast,
  type PeriodForecast,
  usePeriodForecast,
} from '../cost-reports/use-period-forecast.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';
import { type ExplorerCosts, isSeries } from './use-explorer-costs.js';

export interface ReportForecast {
  /** The forecast by bin, for the chart. */
  overlay: Forecast;
  /** What the whole range is expected to cost. */
  amount: string;
  /** Which days are forecast, as a sentence. */
  help: string;
}

/** The forecast of the saved report for a range with incomplete days, while the query has the filter of the report. */
export function useForecast(
  { start, end, measure, bin }: ExplorerQuery,
  { report, reportFilter, filter }: Scope,
  costs: ExplorerCosts,
  bins: readonly string[],
): ReportForecast | undefined {
  const isReportQuery = reportFilter === undefined && filter === '' && measure === 'cost';
  const { completeThrough } = costs.freshness;
  const enabled = isReportQuery && bin !== 'hour' && end > (completeThrough ?? '');
  const { data } = usePeriodForecast(report, { start, end }, { enabled });
  const amounts = isSeries(costs) ? costs.total.amounts : undefined;
  return useMemo(() => {
    if (!enabled || !data?.forecast || data.forecast_from === null || !amounts) return undefined;
    const { forecast: amount, days } = data;
    // Placeholder data may be that of another range.
    if (data.start_date !== start || data.end_date !== end) return undefined;
    return {
      amount,
      help: describeForecast(data),
      overlay: overlayOf(days, { bins, amounts, isDaily: bin === 'day' }),
    };
  }, [enabled, data, amounts, bins, bin, start, end]);
}

interface Bins {
  bins: readonly string[];
  /** The total of each bin so far. */
  amounts: readonly string[];
  isDaily: boolean;
}

function overlayOf(days: PeriodForecast['days'], { bins, amounts, isDaily }: Bins): Forecast {
  const daysByBin = bins.map((start, index) => {
    const next = bins[index + 1] ?? '9';
    return days.filter(({ date }) => date >= start.slice(0, 10) && date < next.slice(0, 10));
  });
  const expected = daysByBin.map((inBin, index) =>
    inBin.length === 0
      ? null
      : sumOf([amounts[index] ?? '0', ...inBin.map((day) => minus(day.amount, day.spend))]),
  );
  const bound = (side: 'lower_amount' | 'upper_amount') =>
    daysByBin.map((inBin) => inBin[0]?.[side] ?? null);
  // Bounds of days cannot be summed to bounds of months.
  const isBanded = isDaily && days.every(({ lower_amount: lower }) => lower);
  return isBanded
    ? { amounts: expected, lower: bound('lower_amount'), upper: bound('upper_amount') }
    : { amounts: expected };
}
