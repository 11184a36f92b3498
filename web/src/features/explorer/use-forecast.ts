import { useMemo } from 'react';
import { sumOf } from '../../lib/decimal.js';
import type { Forecast } from '../../parts/chart/chart-data.js';
import { type ForecastedCost, useForecastedCosts } from '../cost-reports/use-forecasted-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

export interface ReportForecast {
  /** The forecast by bin, for the chart. */
  overlay: Forecast;
  /** The last day of the forecast. */
  through: string;
  /** The total to date plus the forecast. */
  totalWith: (toDate: string) => string;
}

/** The forecast of the saved report, while the query has the filter of the report. */
export function useForecast(
  { end, measure, bin }: ExplorerQuery,
  { report, reportFilter, filter }: Scope,
  bins: readonly string[],
): ReportForecast | undefined {
  const isReportQuery =
    reportFilter === undefined && (!report || filter === '') && measure === 'cost';
  const days = useForecastedCosts(isReportQuery ? report : undefined, end);
  return useMemo(() => {
    if (days.length === 0) return undefined;
    const through = days.at(-1)!.date.slice(0, 10);
    return {
      overlay: overlayOf(days, bins, bin === 'day'),
      through,
      totalWith: (toDate) => sumOf([toDate, ...days.map(({ amount }) => amount)]),
    };
  }, [days, bins, bin]);
}

function overlayOf(
  days: readonly ForecastedCost[],
  bins: readonly string[],
  isDaily: boolean,
): Forecast {
  const daysByBin = bins.map((start, index) => {
    const next = bins[index + 1] ?? '9';
    return days.filter(({ date }) => date.slice(0, 10) >= start && date.slice(0, 10) < next);
  });
  const amounts = daysByBin.map((inBin) =>
    inBin.length === 0 ? null : sumOf(inBin.map(({ amount }) => amount)),
  );
  const bound = (side: 'lower_amount' | 'upper_amount') =>
    daysByBin.map((inBin) => inBin[0]?.[side] ?? null);
  // Bounds of days cannot be summed to bounds of months.
  const isBanded = isDaily && days.every(({ lower_amount: lower }) => lower);
  return isBanded
    ? { amounts, lower: bound('lower_amount'), upper: bound('upper_amount') }
    : { amounts };
}
