import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { changesLink } from '../../features/cost-changes/changes-query.js';
import { type CostQuery, type Costs, useCosts } from '../../features/costs/use-costs.js';
import { daysBetween, formatDay, lastOfMonth, today } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Change, Figure, Money } from '../../parts/figures.js';
import { useMonthForecast } from './use-month-forecast.js';

export interface MonthProps {
  current: Costs;
  /** The costs of the same days of last month, once they are loaded. */
  previous: Costs | undefined;
  query: CostQuery;
  previousQuery: CostQuery;
}

/** Month to date, change to last month, forecast through the end of the month, daily average. */
export function MonthFigures({ current, previous, query, previousQuery }: MonthProps) {
  const { amount, currency } = current.total_cost;
  const days = daysBetween(query.start, query.end) + 1;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`Total, ${formatDay(query.start)} to ${formatDay(query.end)} (UTC)`}
        help="Complete days only."
      >
        <Money amount={amount} currency={currency} isCompact />
      </Figure>
      <Figure
        label="Compared with the same days of last month"
        help={`${formatDay(previousQuery.start)} to ${formatDay(previousQuery.end)}`}
      >
        {previous && (
          <>
            <Change current={amount} previous={previous.total_cost.amount} currency={currency} />{' '}
            <Anchor
              component={Link}
              {...changesLink({ start: query.start, end: query.end, compare: previousQuery })}
              size="sm"
              fw={400}
            >
              Why?
            </Anchor>
          </>
        )}
      </Figure>
      <MonthForecast query={query} />
      <Figure label="Daily average" help={`The total divided by ${days} complete days.`}>
        {formatMoney(String(approximate(amount) / days), currency)}
      </Figure>
    </SimpleGrid>
  );
}

/** The costs to date plus the forecast, where a report without filters has one. */
function MonthForecast({ query }: { query: CostQuery }) {
  const end = lastOfMonth(today());
  const days = useMonthForecast();
  const isThisMonth = query.end.slice(0, 7) === end.slice(0, 7);
  const toDate = useCosts(days.length > 0 && isThisMonth ? { ...query, end: today() } : undefined, {
    isTotalOnly: true,
  }).data?.total_cost;
  return (
    <Figure
      label={`Forecast through ${formatDay(end)}`}
      help="The total to date, including today, plus the forecast for the remaining days."
    >
      {toDate ? (
        <Money
          amount={sumOf([toDate.amount, ...days.map(({ amount }) => amount)])}
          currency={toDate.currency}
          isCompact
        />
      ) : (
        <Text span size="sm" c="dimmed" fw={400}>
          No forecast yet
        </Text>
      )}
    </Figure>
  );
}
