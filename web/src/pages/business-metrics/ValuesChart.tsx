import { Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Links, useGet } from '../../api/untyped.js';
import { binsOf } from '../../features/costs/bins.js';
import { addDays, firstOfMonth, formatDay, today } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { seriesOf, topSeries } from '../../lib/series.js';
import { Chart } from '../../parts/chart/Chart.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Legend } from '../../parts/SeriesList.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { businessMetricsPath } from './business-metric.js';

interface Values {
  links: Links;
  values: { date: string; amount: string; label?: string }[];
}

const bins = ['day', 'month'] as const;
const startOf = { day: () => addDays(today(), -89), month: () => firstOfMonth(today(), -12) };

/** The values of a metric over time, each label by itself. */
export function ValuesChart({ token, title }: { token: string; title: string }) {
  const search: { bin?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const bin = bins.find((each) => each === search.bin) ?? 'month';
  const start = startOf[bin]();
  const { data, error, isPlaceholderData } = useGet<Values>(
    `${businessMetricsPath}/${token}/values`,
    { start_date: start, date_bin: bin, limit: 5000 },
  );
  const drawn = useMemo(
    () => (data ? drawnValues(data, start, bin) : undefined),
    [data, start, bin],
  );
  return (
    <section aria-label="Values">
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          Since {formatDay(start)}, added up by {bin}, in UTC
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Bins"
          data={bins.map((value) => ({ value, label: value === 'day' ? 'Days' : 'Months' }))}
          value={bin}
          onChange={(next) => void navigate({ to: '.', search: { ...search, bin: next } })}
        />
      </Group>
      {error && <ErrorNote error={error} />}
      {!data && !error && <ChartSkeleton height={280} />}
      {drawn?.series.length === 0 && (
        <Text c="dimmed" py="xl" ta="center">
          There are no values on these days.
        </Text>
      )}
      {drawn && drawn.series.length > 0 && (
        <div className={isPlaceholderData ? 'stale' : ''}>
          <Chart
            label={`${title} by ${bin}`}
            height={280}
            kind="bar"
            bin={bin}
            currency=""
            bins={drawn.bins}
            series={drawn.series}
            colours={drawn.colours}
          />
          <Legend series={drawn.series} colours={drawn.colours} />
        </div>
      )}
      {data?.links.next && (
        <Text size="sm" c="dimmed">
          There are more values than can be drawn; the latest are shown.
        </Text>
      )}
    </section>
  );
}

function drawnValues({ values }: Values, start: string, bin: (typeof bins)[number]) {
  const places = binsOf(start, today(), bin);
  const points = values.map(({ date, amount, label }) => ({
    bin: date.slice(0, 10),
    name: label ?? 'All',
    amount,
  }));
  const series = topSeries(seriesOf(points, places));
  return { bins: places, series, colours: coloursOf(series.map(({ name }) => name)) };
}
