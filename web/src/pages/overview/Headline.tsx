import { Anchor, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { changesLink } from '../../features/cost-changes/changes-query.js';
import {
  ComparedChange,
  comparisonLabel,
  describeComparison,
} from '../../features/costs/ComparedChange.js';
import { DailyAverageFigure } from '../../features/costs/DailyAverageFigure.js';
import {
  type PeriodForecast,
  describeForecast,
} from '../../features/cost-reports/use-period-forecast.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch } from '../../features/costs/explore-search.js';
import { formatBin, formatDateRange, formatDay } from '../../lib/dates.js';
import { Figure, Money } from '../../parts/figures.js';
import type { PeriodCosts } from './use-period-costs.js';

interface HeadlineProps extends PeriodCosts {
  /** The last day of the forecast; without one, the period is over. */
  forecastThrough: string | undefined;
  forecast: PeriodForecast | null | undefined;
}

/** What was spent, how that changed, and what it will come to. */
export function Headline({ query, costs, forecastThrough, forecast }: HeadlineProps) {
  const { currency, total, complete_through: through } = costs;
  const search = exploreSearch(query);
  const isComplete = through !== null && through >= query.end;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="xs">
      <Figure
        label={`Total, ${formatDateRange(query.start, query.end)} (UTC)`}
        help={isComplete ? 'All days are complete.' : incompleteText(through)}
      >
        <ExploreLink search={search} className="figure-link">
          <Money amount={total.amount} currency={currency} isCompact />
        </ExploreLink>
      </Figure>
      <Comparison query={query} costs={costs} />
      {forecastThrough && (
        <Figure
          // Without the year, so that labels fit on a line.
          label={`Forecast through ${formatBin(forecastThrough, 'day')}`}
          help={describeForecast(forecast)}
        >
          <Forecast forecast={forecast} currency={currency} />
        </Figure>
      )}
      <DailyAverageFigure query={query} costs={costs}>
        {(amount) => (
          <ExploreLink search={search} className="figure-link">
            {amount}
          </ExploreLink>
        )}
      </DailyAverageFigure>
    </SimpleGrid>
  );
}

/** `Costs are complete through 9 Mar 2026; later days still grow.` */
export const incompleteText = (through: string | null): string =>
  through === null
    ? 'No day is complete yet.'
    : `Costs are complete through ${formatDay(through)}; later days still grow.`;

function Comparison({ query, costs: { currency, total, comparison } }: PeriodCosts) {
  if (!comparison) return null;
  const { previous_start_date: start, previous_end_date: end } = comparison;
  return (
    <Figure label={comparisonLabel(comparison, query)} help={describeComparison(comparison)}>
      {total.change ? (
        <>
          <ExploreLink search={exploreSearch(query)} className="figure-link">
            <ComparedChange change={total.change} currency={currency} />
          </ExploreLink>{' '}
          <Anchor
            component={Link}
            {...changesLink({
              start: comparison.start_date,
              end: comparison.end_date,
              compare: { start, end },
            })}
            size="sm"
            fw={400}
          >
            Why?
          </Anchor>
        </>
      ) : (
        <Text span size="sm" c="dimmed" fw={400}>
          {comparison.days_with_data} of {comparison.days} days have data
        </Text>
      )}
    </Figure>
  );
}

function Forecast({ forecast, currency }: Pick<HeadlineProps, 'forecast'> & { currency: string }) {
  if (forecast === undefined) {
    return <Skeleton height={28} width={120} aria-label="Loading the forecast" />;
  }
  if (!forecast?.forecast) {
    return (
      <Text span size="sm" c="dimmed" fw={400}>
        No forecast yet
      </Text>
    );
  }
  return <Money amount={forecast.forecast} currency={currency} isCompact />;
}
