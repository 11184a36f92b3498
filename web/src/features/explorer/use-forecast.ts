import { useMemo } from 'react';
import { sumOf } from '../../lib/decimal.js';
import type { Forecast } from '../../parts/chart/chart-data.js';
import { type ForecastedCost, useForecastedCosts } from '../cost-reports/use-forecasted-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

export interface ReportForecast {
  /** What the chart draws, by bin of the query. */
  overlay: Forecast;
  /** The last day of the forecast. */
  through: string;
  totalWith: (soFar: string) => string;
}

/** The forecast of the saved report, as long as the query is for its costs. */
export function useForecast(
  { end, measure, bin }: ExplorerQuery,
  { report, filter }: Scope,
  bins: readonly string[],
): ReportForecast | undefined {
  const isOfReport = filter === '' && measure === 'cost';
  const days = useForecastedCosts(isOfReport ? report : undefined, end);
  return useMemo(() => {
    if (days.length === 0) return undefined;
    const through = days.at(-1)!.date.slice(0, 10);
    return {
      overlay: overlayOf(days, bins, bin === 'day'),
      through,
      totalWith: (soFar) => sumOf([soFar, ...days.map(({ amount }) => amount)]),
    };
  }, [days, bins, bin]);
}

function overlayOf(
  days: readonly ForecastedCost[],
  bins: readonly string[],
  hasBand: boolean,
): Forecast {
  const inBin = bins.map((start, index) => {
    const next = bins[index + 1] ?? '9';
    return days.filter(({ date }) => date.slice(0, 10) >= start && date.slice(0, 10) < next);
  });
  const amounts = inBin.map((own) =>
    own.length === 0 ? null : sumOf(own.map(({ amount }) => amount)),
  );
  const bound = (side: 'lower_amount' | 'upper_amount') =>
    inBin.map((own) => own[0]?.[side] ?? null);
  // The bounds of days do not add up to the bounds of months.
  const isBanded = hasBand && days.every(({ lower_amount: lower }) => lower);
  return isBanded
    ? { amounts, lower: bound('lower_amount'), upper: bound('upper_amount') }
    : { amounts };
}
