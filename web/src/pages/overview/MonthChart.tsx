import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { binsOf } from '../../features/costs/bins.js';
import { exploreSearch, filterOf } from '../../features/costs/explore-search.js';
import type { PeriodForecast } from '../../features/cost-reports/use-period-forecast.js';
import { namedGroups, topGroups } from '../../features/costs/group-series.js';
import { useProviders } from '../../features/costs/use-costs.js';
import type { Names } from '../../features/costs/use-names.js';
import { formatDay, lastOfMonth } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart } from '../../parts/chart/Chart.js';
import { incompleteText } from './MonthFigures.js';
import type { Month } from './use-month.js';
import { useMonthForecast } from './use-month-forecast.js';

/** The series of the chart and their colours. */
export function useMonthSeries({ query: { groupings }, costs }: Month, names: Names) {
  return useMemo(() => {
    const series = topGroups(costs, groupings, names);
    return { series, colours: coloursOf(series.map(({ name }) => name)) };
  }, [costs, groupings, names]);
}

interface MonthChartProps extends Month, ReturnType<typeof useMonthSeries> {
  names: Names;
}

/** The days of the month by service, incomplete ones hatched, with the forecast for the rest of the month. */
export function MonthChart({ query, costs, names, series, colours }: MonthChartProps) {
  const { start, end, groupings } = query;
  const { complete_through: through } = costs;
  const navigate = useNavigate();
  const providers = useProviders();
  const forecast = useMonthForecast(query.end)?.days;
  const lastDay = forecast?.length ? lastOfMonth(end) : end;
  const bins = useMemo(() => binsOf(start, lastDay, 'day'), [start, lastDay]);
  const overlay = useMemo(
    () => (forecast?.length ? overlayOf(forecast, bins) : undefined),
    [forecast, bins],
  );
  const open = (name: string, day: string) => {
    const group = namedGroups(costs, groupings, names).find((each) => each.name === name)?.group;
    const keys = providers?.map(({ key }) => key) ?? [];
    const filter = filterOf(groupings[0]!, group?.[groupings[0]!], keys);
    // Bars of the forecast have no costs to explore.
    if (day > end) return;
    const search = exploreSearch({ start: day, end: day, groupings, filter });
    void navigate({ to: '/explore', search });
  };
  return (
    <figure className="overview-chart">
      <Chart
        label={`Daily costs by service from ${formatDay(start)} to ${formatDay(end)}; the tables below have the figures`}
        height={280}
        kind="bar"
        bins={bins}
        bin="day"
        series={series}
        colours={colours}
        currency={costs.currency}
        completeThrough={through}
        forecast={overlay}
        onPick={open}
      />
      <Text component="figcaption" size="xs" c="dimmed">
        Daily costs by service.{' '}
        {through !== null && through >= end ? '' : `${incompleteText(through)} `}
        {through !== null && through < end && 'Incomplete days are hatched. '}
        {overlay && 'Dashed: forecast with its 80% range, on top of what is billed. '}
        Click a bar to explore its day.
      </Text>
    </figure>
  );
}

function overlayOf(days: PeriodForecast['days'], bins: readonly string[]) {
  const byDay = new Map(days.map((each) => [each.date, each]));
  const amounts = bins.map((bin) => byDay.get(bin)?.amount ?? null);
  if (!days.every(({ lower_amount: lower }) => lower)) return { amounts };
  return {
    amounts,
    lower: bins.map((bin) => byDay.get(bin)?.lower_amount ?? null),
    upper: bins.map((bin) => byDay.get(bin)?.upper_amount ?? null),
  };
}
