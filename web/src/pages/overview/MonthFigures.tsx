import { Anchor, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { changesLink } from '../../features/cost-changes/changes-query.js';
import {
  ComparedChange,
  comparisonLabel,
  describeComparison,
} from '../../features/costs/ComparedChange.js';
import { describeForecast } from '../../features/cost-reports/use-period-forecast.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch } from '../../features/costs/explore-search.js';
import { daysBetween, formatBin, formatDay, lastOfMonth } from '../../lib/dates.js';
import { quotient, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';
import type { Month } from './use-month.js';
import { useMonthForecast } from './use-month-forecast.js';

/** Without the year, so that labels fit on a line. */
const shortDay = (day: string): string => formatBin(day, 'day');

/** Month to date, change to last month, forecast through the end of the month, daily average. */
export function MonthFigures({ query, costs }: Month) {
  const { currency, total, complete_through: through } = costs;
  const search = exploreSearch(query);
  const average = dailyAverage({ query, costs });
  const isComplete = through !== null && through >= query.end;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`Total, ${shortDay(query.start)} to ${shortDay(query.end)} (UTC)`}
        help={isComplete ? 'All days are complete.' : incompleteText(through)}
      >
        <ExploreLink search={search} className="figure-link">
          <Money amount={total.amount} currency={currency} isCompact />
        </ExploreLink>
      </Figure>
      <Comparison query={query} costs={costs} />
      <MonthForecast query={query} costs={costs} />
      {average && (
        <Figure
          label="Daily average"
          help={`The costs of ${average.days} complete days, divided by ${average.days}.`}
        >
          <ExploreLink search={search} className="figure-link">
            {formatMoney(quotient(average.total, `${average.days}`), currency)}
          </ExploreLink>
        </Figure>
      )}
    </SimpleGrid>
  );
}

/** `Costs are complete through 9 Mar 2026; later days still grow.` */
export const incompleteText = (through: string | null): string =>
  through === null
    ? 'No day is complete yet.'
    : `Costs are complete through ${formatDay(through)}; later days still grow.`;

function Comparison({ query, costs: { currency, total, comparison } }: Month) {
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

/** What the month is expected to cost, where a report without filters has a forecast. */
function MonthForecast({ query: { end: day }, costs: { currency } }: Month) {
  const month = useMonthForecast(day);
  return (
    <Figure label={`Forecast through ${shortDay(lastOfMonth(day))}`} help={describeForecast(month)}>
      {month === undefined && (
        <Skeleton height={28} width={120} aria-label="Loading the forecast" />
      )}
      {month === null && (
        <Text span size="sm" c="dimmed" fw={400}>
          No forecast yet
        </Text>
      )}
      {month?.forecast && <Money amount={month.forecast} currency={currency} isCompact />}
    </Figure>
  );
}

/** The costs of the complete days. */
function dailyAverage({ query, costs: { complete_through: through, bins, total } }: Month) {
  if (through === null || through < query.start) return undefined;
  const last = through < query.end ? through : query.end;
  const complete = total.amounts.filter((_, index) => bins[index]! <= last);
  return { days: daysBetween(query.start, last) + 1, total: sumOf(complete) };
}
