import { Anchor, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch } from '../../features/costs/explore-search.js';
import { topGroups } from '../../features/costs/group-series.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { useCostParameters } from '../../features/costs/use-costs.js';
import { useCostSeries } from '../../features/costs/use-cost-series.js';
import { useInterval } from '../../features/costs/use-interval.js';
import { useNames } from '../../features/costs/use-names.js';
import { costFilterOf, nameOf, type Resource } from '../../features/resources/resource.js';
import { formatDay } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart } from '../../parts/chart/Chart.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { Legend } from '../../parts/SeriesList.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';

const groupings = ['cost_category'];

/** Shown as the days of the cost above, which are complete, so that both are of the same days. */
const summaryInterval = 'last_30_days';

const daysOf = ({ summary }: Resource) =>
  summary?.start_date && summary.end_date
    ? { start: summary.start_date, end: summary.end_date }
    : undefined;

/** The daily costs of a resource by category, as the explorer shows them. */
export function CostsOverTime({ resource }: { resource: Resource }) {
  const filter = costFilterOf(resource);
  const { name, range: chosen, choose } = useInterval(summaryInterval);
  const range = (name === summaryInterval && daysOf(resource)) || chosen;
  return (
    <section aria-label="Costs over time">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Costs over time
        </Title>
        {filter && <IntervalSelect value={name} onChange={choose} />}
      </Group>
      {filter ? (
        <Costs title={nameOf(resource)} filter={filter} range={range} />
      ) : (
        <Text size="sm" c="dimmed">
          {resource.type === 'kubernetes_workload' ? (
            <>
              Its cost is a part of the costs of its nodes, which the bills have.{' '}
              <Anchor component={Link} to="/kubernetes" inherit>
                Kubernetes
              </Anchor>{' '}
              has costs and efficiency over time.
            </>
          ) : (
            'No bill has charged it in the last 30 days.'
          )}
        </Text>
      )}
    </section>
  );
}

interface CostsProps {
  title: string;
  filter: string;
  range: { start: string; end: string };
}

function Costs({ title, filter, range }: CostsProps) {
  const { start, end } = range;
  const names = useNames({ hasAccounts: false });
  const parameters = useCostParameters({ start, end, bin: 'day', groupings, filter });
  const { data, error, isPlaceholderData, refetch } = useCostSeries(parameters);
  const chart = useMemo(() => {
    if (!data) return undefined;
    const series = topGroups(data, groupings, names);
    return { series, colours: coloursOf(series.map((each) => each.name)) };
  }, [data, names]);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || !chart) return <ChartSkeleton height={260} />;
  const { complete_through: through } = data;
  return (
    <figure style={{ margin: 0 }} className={isPlaceholderData ? 'stale' : ''}>
      <Chart
        label={`Daily costs of ${title} from ${formatDay(start)} to ${formatDay(end)}`}
        height={260}
        kind="bar"
        bin="day"
        bins={data.bins}
        series={chart.series}
        colours={chart.colours}
        currency={data.currency}
        completeThrough={through}
      />
      <Legend series={chart.series} colours={chart.colours} />
      <Text component="figcaption" size="sm" c="dimmed">
        <Money amount={data.total.amount} currency={data.currency} /> from {formatDay(start)} to{' '}
        {formatDay(end)}, in {data.currency}, with all charges.{' '}
        {through !== null && through < end && `Days after ${formatDay(through)} are incomplete. `}
        <ExploreLink underline="always" search={exploreSearch({ start, end, groupings, filter })}>
          Explore these costs
        </ExploreLink>
      </Text>
    </figure>
  );
}
