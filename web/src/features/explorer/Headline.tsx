import { SimpleGrid, Text } from '@mantine/core';
import { daysBetween, formatDay, today } from '../../lib/dates.js';
import { approximate, minus } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Change, Figure, Money } from '../../parts/figures.js';
import { changedSettings } from '../costs/settings.js';
import type { Costs } from '../costs/use-costs.js';
import { type ExplorerQuery, lastCompleteDay } from './explorer-query.js';
import type { ReportForecast } from './use-forecast.js';

interface HeadlineProps {
  query: ExplorerQuery;
  costs: Costs;
  /** The costs of the previous period and their query. */
  previousCosts: Costs | undefined;
  previousQuery: ExplorerQuery | undefined;
  forecast: ReportForecast | undefined;
}

/** Total, change, forecast and daily average, each with an explanation on hover. */
export function Headline(props: HeadlineProps) {
  const { query, costs, previousCosts, previousQuery, forecast } = props;
  const { start, end, measure } = query;
  const { amount, currency } = costs.total_cost;
  const completeThrough = costs.freshness.completeThrough ?? today();
  const days = Math.max(1, daysBetween(start, lastCompleteDay(query, completeThrough)) + 1);
  if (measure !== 'cost') return <UsageFigures costs={costs} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`Total, ${formatDay(start)} to ${formatDay(end)} (UTC)`}
        help={describeTotal(query)}
      >
        <Money amount={amount} currency={currency} isCompact />
      </Figure>
      {previousQuery && (
        <Figure
          label={`Compared with ${formatDay(previousQuery.start)} to ${formatDay(previousQuery.end)}`}
          help="The same days of the closest earlier month that does not overlap."
        >
          {previousCosts && (
            <>
              <Change
                current={amount}
                previous={previousCosts.total_cost.amount}
                currency={currency}
              />{' '}
              <Text span size="sm" c="dimmed" fw={400}>
                {signed(minus(amount, previousCosts.total_cost.amount), currency)}
              </Text>
            </>
          )}
        </Figure>
      )}
      {forecast && (
        <Figure
          label={`Forecast through ${formatDay(forecast.through)}`}
          help="The total so far plus the forecast for the remaining days."
        >
          <Money amount={forecast.totalWith(amount)} currency={currency} isCompact />
        </Figure>
      )}
      <Figure label="Daily average" help={`The total divided by ${days} complete days.`}>
        {formatMoney(String(approximate(amount) / days), currency)}
      </Figure>
    </SimpleGrid>
  );
}

/** Usage by unit, or the number of groups. */
function UsageFigures({ costs }: { costs: Costs }) {
  const usages = costs.total_usage?.slice(0, 4) ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      {usages.map(({ amount, unit }) => (
        <Figure key={unit} label={unit || 'No unit'} help="Usage over the date range.">
          <Money amount={amount} currency="" isCompact />
        </Figure>
      ))}
      {costs.total_count !== undefined && (
        <Figure
          label="Groups with costs"
          help="Each group counts once for every day, week or month of the chart."
        >
          <Money amount={String(costs.total_count)} currency="" />
        </Figure>
      )}
    </SimpleGrid>
  );
}

const signed = (amount: string, currency: string): string =>
  `${amount.startsWith('-') ? '' : '+'}${formatMoney(amount, currency)}`;

function describeTotal({ filter, settings }: ExplorerQuery): string {
  const chips = changedSettings(settings).map(({ chip }) => chip);
  return [filter ? 'Costs that match the filter' : 'All costs', ...chips].join(', ');
}
