import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { daysOfBin } from '../../lib/bin-days.js';
import { binsOf } from '../../features/costs/bins.js';
import { exploreSearch, filterOf } from '../../features/costs/explore-search.js';
import type { PeriodForecast } from '../../features/cost-reports/use-period-forecast.js';
import { namedGroups, topGroups } from '../../features/costs/group-series.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { plainNames } from '../../features/costs/use-names.js';
import { formatDateRange } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart } from '../../parts/chart/Chart.js';
import { incompleteText } from './Headline.js';
import type { PeriodCosts } from './use-period-costs.js';

/** The series of the chart and their colours. */
export function useChartSeries({ query: { groupings }, costs }: PeriodCosts) {
  return useMemo(() => {
    const series = topGroups(costs, groupings, plainNames);
    return { series, colours: coloursOf(series.map(({ name }) => name)) };
  }, [costs, groupings]);
}

interface CostChartProps extends PeriodCosts, ReturnType<typeof useChartSeries> {
  /** The days that are not complete, where they are forecast. */
  forecast: PeriodForecast['days'] | undefined;
}

/** The costs of a period by service, incomplete days hatched, with the forecast of those ahead. */
export function CostChart({
  query,
  costs,
  series,
  colours,
  forecast: forecastDays,
}: CostChartProps) {
  const { start, end, bin, groupings } = query;
  const { complete_through: through } = costs;
  const navigate = useNavigate();
  const providers = useProviders();
  // The forecast is by day.
  const forecast = bin === 'day' && forecastDays?.length ? forecastDays : undefined;
  const lastDay = forecast?.at(-1)?.date ?? end;
  const bins = useMemo(() => binsOf(start, lastDay, bin), [start, lastDay, bin]);
  const overlay = useMemo(() => forecast && overlayOf(forecast, bins), [forecast, bins]);
  const range = useMemo(() => ({ start, end: lastDay }), [start, lastDay]);
  const open = (name: string, opened: string) => {
    const group = namedGroups(costs, groupings, plainNames).find(
      (each) => each.name === name,
    )?.group;
    const keys = providers?.map(({ key }) => key) ?? [];
    const filter = filterOf(groupings[0]!, group?.[groupings[0]!], keys);
    // Bars of the forecast have no costs to explore.
    if (opened > end) return;
    const days = daysOfBin(opened, bin, { start, end });
    const search = exploreSearch({ start: days.start, end: days.end, groupings, filter });
    void navigate({ to: '/explore', search });
  };
  const title = `${bin === 'day' ? 'Daily' : 'Monthly'} costs by service`;
  return (
    <figure className="overview-chart">
      <Chart
        label={`${title}, ${formatDateRange(start, end)}; the tables below have the figures`}
        height={280}
        kind="bar"
        bins={bins}
        bin={bin}
        range={range}
        series={series}
        colours={colours}
        currency={costs.currency}
        completeThrough={through}
        forecast={overlay}
        onPick={open}
      />
      <Text component="figcaption" size="xs" c="dimmed">
        {title}. {through !== null && through >= end ? '' : `${incompleteText(through)} `}
        {through !== null && through < end && 'Incomplete days are hatched. '}
        {overlay && 'Dashed: forecast with its 80% range, on top of what is billed. '}
        Click a bar to explore it.
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
