import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { useWorkspace } from '../../api/current-user.js';
import { presets } from '../../features/costs/intervals.js';
import { type CostSeries, costSeriesQuery } from '../../features/costs/use-cost-series.js';
import type { CostParameters, CostQuery } from '../../features/costs/use-costs.js';
import {
  type IntervalSearch,
  customRange,
  intervalOf,
  useInterval,
} from '../../features/costs/use-interval.js';
import { addDays, daysBetween, firstOfMonth, lastOfMonth, today } from '../../lib/dates.js';

/** The days that the page shows. */
export interface Period extends DateRange {
  /** Its last day, if that is in the future: then there is something to forecast. */
  forecastThrough: string | undefined;
}

/** Costs of a period by service, compared with the period before. */
export interface PeriodCosts {
  query: CostQuery;
  costs: CostSeries;
}

const initial = 'this_month';

/** What series of the page are grouped by, and with which settings. */
export const services = [['service']] as const;
export const chargeKinds = [
  ['charge_kind'],
  { 'settings[include_credits]': true, 'settings[include_refunds]': true },
] as const;

/** The period that an address names; without one, the month of the last day that can be complete. */
export function periodOf(search: IntervalSearch) {
  const { range, isInitial, lastDay, name } = intervalOf(search, initial);
  const { start, end } = isInitial ? monthOf(addDays(today(), -1)) : range;
  const isRunning = name.startsWith('this_') && lastDay >= today() && end === today();
  return { name, start, end, isInitial, forecastThrough: isRunning ? lastDay : undefined };
}

/** The same for the address of the page, and how to change it. */
export function useChosenPeriod() {
  const { choose, chooseDays } = useInterval(initial);
  const { name, start, end, isInitial, forecastThrough } = periodOf(useSearch({ strict: false }));
  const period = useMemo<Period>(
    () => ({ start, end, forecastThrough }),
    [start, end, forecastThrough],
  );
  return { period, name: isInitial ? undefined : name, choose, chooseDays };
}

/**
 * The costs of the chosen period. While nothing is chosen and no day of this month is complete, as when bills
 * are late, they are those of the last month with complete days.
 */
export function usePeriodCosts({ period: chosen, name }: ReturnType<typeof useChosenPeriod>) {
  const first = useQuery(useSeriesQuery(chosen, ...services)).data;
  const through = first?.complete_through;
  const isLate = name === undefined && through && through < chosen.start;
  const period = useMemo(
    () => (isLate ? { ...monthOf(through), forecastThrough: undefined } : chosen),
    [isLate, through, chosen],
  );
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...useSeriesQuery(period, ...services),
    placeholderData: keepPreviousData,
  });
  const costs = useMemo(() => data && { query: queryOf(data), costs: data }, [data]);
  return { period, costs, isStale: isPlaceholderData, error, refetch };
}

/** The question that series answer, for links and labels: while others are loading, that of the earlier ones. */
const queryOf = ({ start_date: start, end_date: end, date_bin: bin }: CostSeries): CostQuery => ({
  start,
  end,
  bin,
  groupings: ['service'],
  filter: '',
});

/** The name of a period among the presets. */
export const presetOf = ({ start, end, forecastThrough = end }: Period): string =>
  presets(today()).find(
    (each) => each.start === start && (each.end === end || each.end === forecastThrough),
  )?.name ?? customRange;

/** All costs of a workspace in a period, in one request: nothing else has to be known before it. */
export function seriesQuery(
  workspace: string,
  { start, end }: DateRange,
  groupings: readonly string[],
  settings: Partial<CostParameters> = {},
) {
  const parameters = {
    workspace_token: workspace,
    all_costs: true,
    start_date: start,
    end_date: end,
    date_bin: binFor({ start, end }),
    groupings: [...groupings],
    ...settings,
  };
  return costSeriesQuery(parameters, { compare_to: 'previous_period' });
}

/** The same for the current workspace. */
export function useSeriesQuery(...[range, groupings, settings]: DropFirst<typeof seriesQuery>) {
  const workspace = useWorkspace()?.token;
  return {
    ...seriesQuery(workspace ?? '', range, groupings, settings),
    enabled: workspace !== undefined,
  };
}

type DropFirst<F extends (...args: never[]) => unknown> =
  Parameters<F> extends [unknown, ...infer Rest] ? Rest : never;

const maxDailyBars = 92;

/** More bars than these could not be told apart. */
const binFor = ({ start, end }: DateRange): 'day' | 'month' =>
  daysBetween(start, end) < maxDailyBars ? 'day' : 'month';

/** The month of a day, up to today. */
function monthOf(day: string): DateRange {
  const last = lastOfMonth(day);
  return { start: firstOfMonth(day), end: last < today() ? last : today() };
}
