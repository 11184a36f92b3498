import { Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { binsOf } from '../../features/costs/bins.js';
import { addDays, firstOfMonth, formatDay, today } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { seriesOf, topSeries } from '../../lib/series.js';
import { Chart } from '../../parts/chart/Chart.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Legend } from '../../parts/SeriesList.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { businessMetricPath } from './business-metric.js';

const granularities = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
] as const;
type Granularity = (typeof granularities)[number]['value'];

const startOf = { day: () => addDays(today(), -89), month: () => firstOfMonth(today(), -12) };

/** The values of a metric over time, with a series per label. */
export function ValuesChart({ token, title }: { token: string; title: string }) {
  const search: { bin?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const bin = granularities.find(({ value }) => value === search.bin)?.value ?? 'month';
  const start = startOf[bin]();
  const { data, error, isPlaceholderData } = useGet(`${businessMetricPath}/values`, {
    path: { business_metric_token: token },
    query: { start_date: start, date_bin: bin, limit: 5000 },
  });
  const chart = useMemo(
    () => (data ? chartOf(data.values, start, bin) : undefined),
    [data, start, bin],
  );
  return (
    <section aria-label="Values">
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          Since {formatDay(start)}, by {bin}, in UTC
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Group dates by"
          data={[...granularities]}
          value={bin}
          onChange={(next) => void navigate({ to: '.', search: { ...search, bin: next } })}
        />
      </Group>
      {error && <ErrorNote error={error} />}
      {!data && !error && <ChartSkeleton height={280} />}
      {chart?.series.length === 0 && (
        <Text c="dimmed" py="xl" ta="center">
          There are no values in this date range.
        </Text>
      )}
      {chart && chart.series.length > 0 && (
        <div className={isPlaceholderData ? 'stale' : ''}>
          <Chart
            label={`${title} by ${bin}`}
            height={280}
            kind="bar"
            bin={bin}
            currency=""
            bins={chart.bins}
            series={chart.series}
            colours={chart.colours}
          />
          <Legend series={chart.series} colours={chart.colours} />
        </div>
      )}
      {data?.links.next && (
        <Text size="sm" c="dimmed">
          There are too many values to show; only the latest are included.
        </Text>
      )}
    </section>
  );
}

function chartOf(
  values: readonly Schemas['BusinessMetricValue'][],
  start: string,
  bin: Granularity,
) {
  const bins = binsOf(start, today(), bin);
  const points = values.map(({ date, amount, label }) => ({
    bin: date.slice(0, 10),
    name: label ?? 'All',
    amount,
  }));
  const series = topSeries(seriesOf(points, bins));
  return { bins, series, colours: coloursOf(series.map(({ name }) => name)) };
}
