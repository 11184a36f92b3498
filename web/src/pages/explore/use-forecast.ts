import { useMemo } from 'react';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import type { Forecast } from '../../parts/chart/Chart.js';
import type { Scope } from './Explorer.js';
import type { Question } from './question.js';

export interface ForecastedCost {
  date: string;
  amount: string;
  lower_amount?: string | null;
  upper_amount?: string | null;
}

export interface ReportForecast {
  /** Drawn over the bins of the question. */
  overlay: Forecast;
  /** The last day that is foreseen. */
  through: string;
  totalWith: (soFar: string) => string;
}

/** The days to come of a report, summed over its services; none where there is no forecast. */
export function useForecastedDays(report: string | undefined, end: string): ForecastedCost[] {
  const { data } = useGet<ListAnswer>(
    `/v2/cost_reports/${report}/forecasted_costs`,
    { end_date: end, provider: 'all', service: 'all', limit: 1000 },
    { enabled: report !== undefined && end > today() },
  );
  return (data?.['forecasted_costs'] ?? []) as ForecastedCost[];
}

/** The forecast of the saved report, as long as the question is about its costs. */
export function useForecast(
  { end, measure, bin }: Question,
  { report, filter }: Scope,
  bins: readonly string[],
): ReportForecast | undefined {
  const isOfReport = filter === '' && measure === 'cost';
  const days = useForecastedDays(isOfReport ? report : undefined, end);
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
  const edge = (side: 'lower_amount' | 'upper_amount') =>
    inBin.map((own) => own[0]?.[side] ?? null);
  // Bounds of days do not add up to bounds of months.
  const isBanded = hasBand && days.every(({ lower_amount: lower }) => lower);
  return isBanded
    ? { amounts, lower: edge('lower_amount'), upper: edge('upper_amount') }
    : { amounts };
}
