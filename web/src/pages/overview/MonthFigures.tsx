import { SimpleGrid, Text } from '@mantine/core';
import { type CostQuery, type Costs, useCosts } from '../../features/costs/use-costs.js';
import { daysBetween, formatDay, lastOfMonth, today } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Change, Figure, Money } from '../../parts/figures.js';
import { useAhead } from './use-ahead.js';

export interface MonthProps {
  now: Costs;
  before: Costs | undefined;
  query: CostQuery;
  earlier: CostQuery;
}

/** Month to date, against last month, expected by its end, average a day. */
export function MonthFigures({ now, before, query, earlier }: MonthProps) {
  const { amount, currency } = now.total_cost;
  const days = daysBetween(query.start, query.end) + 1;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`${formatDay(query.start)} to ${formatDay(query.end)} (UTC)`}
        help="Days that are complete."
      >
        <Money amount={amount} currency={currency} isCompact />
      </Figure>
      <Figure
        label="Against the same days of last month"
        help={`${formatDay(earlier.start)} to ${formatDay(earlier.end)}`}
      >
        {before && <Change now={amount} before={before.total_cost.amount} currency={currency} />}
      </Figure>
      <Expected query={query} />
      <Figure label="Average a day" help={`The total over ${days} days.`}>
        {formatMoney(String(approximate(amount) / days), currency)}
      </Figure>
    </SimpleGrid>
  );
}

/** The costs so far and the forecast of the days to come, where a report over everything has one. */
function Expected({ query }: { query: CostQuery }) {
  const end = lastOfMonth(today());
  const days = useAhead();
  const isThisMonth = query.end.slice(0, 7) === end.slice(0, 7);
  const soFar = useCosts(days.length > 0 && isThisMonth ? { ...query, end: today() } : undefined, {
    isTotalOnly: true,
  }).data?.total_cost;
  const help =
    'The costs so far and the forecast of the days to come; today as far as it is known.';
  return (
    <Figure label={`Expected by ${formatDay(end)}`} help={help}>
      {soFar ? (
        <Money
          amount={sumOf([soFar.amount, ...days.map(({ amount }) => amount)])}
          currency={soFar.currency}
          isCompact
        />
      ) : (
        <Text span size="sm" c="dimmed" fw={400}>
          no forecast yet
        </Text>
      )}
    </Figure>
  );
}
