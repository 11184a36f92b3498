import { SimpleGrid, Text } from '@mantine/core';
import { daysBetween, formatDay, today } from '../../lib/dates.js';
import { approximate, minus } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Change, Figure, Money } from '../../parts/figures.js';
import { unusual } from '../costs/settings.js';
import type { Costs } from '../costs/use-costs.js';
import { type Question, lastCounted } from './question.js';
import type { ReportForecast } from './use-forecast.js';

interface HeadlineProps {
  question: Question;
  costs: Costs;
  /** The costs that they are compared with, and the question these answer. */
  before: Costs | undefined;
  earlier: Question | undefined;
  forecast: ReportForecast | undefined;
}

/** Total, change, forecast and average; each says on hover what it includes. */
export function Headline({ question, costs, before, earlier, forecast }: HeadlineProps) {
  const { start, end, measure } = question;
  const { amount, currency } = costs.total_cost;
  const complete = costs.freshness.completeThrough ?? today();
  const days = Math.max(1, daysBetween(start, lastCounted(question, complete)) + 1);
  if (measure !== 'cost') return <Plain costs={costs} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`Total, ${formatDay(start)} to ${formatDay(end)} (UTC)`}
        help={includes(question)}
      >
        <Money amount={amount} currency={currency} isCompact />
      </Figure>
      {earlier && (
        <Figure
          label={`Against ${formatDay(earlier.start)} to ${formatDay(earlier.end)}`}
          help="The same days, as many months earlier as keep the two apart."
        >
          {before && (
            <>
              <Change now={amount} before={before.total_cost.amount} currency={currency} />{' '}
              <Text span size="sm" c="dimmed" fw={400}>
                {signed(minus(amount, before.total_cost.amount), currency)}
              </Text>
            </>
          )}
        </Figure>
      )}
      {forecast && (
        <Figure
          label={`Expected by ${formatDay(forecast.through)}`}
          help="The total so far and the forecast of the days to come."
        >
          <Money amount={forecast.totalWith(amount)} currency={currency} isCompact />
        </Figure>
      )}
      <Figure label="Average a day" help={`The total over ${days} complete days.`}>
        {formatMoney(String(approximate(amount) / days), currency)}
      </Figure>
    </SimpleGrid>
  );
}

/** Usage by unit, or how many groups there are. */
function Plain({ costs }: { costs: Costs }) {
  const usages = costs.total_usage?.slice(0, 4) ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      {usages.map(({ amount, unit }) => (
        <Figure key={unit} label={unit || 'Without a unit'} help="Usage of the whole range.">
          <Money amount={amount} currency="" isCompact />
        </Figure>
      ))}
      {costs.total_count !== undefined && (
        <Figure label="Groups with costs" help="Groups, counted once in every bin.">
          <Money amount={String(costs.total_count)} currency="" />
        </Figure>
      )}
    </SimpleGrid>
  );
}

const signed = (amount: string, currency: string): string =>
  `${amount.startsWith('-') ? '' : '+'}${formatMoney(amount, currency)}`;

function includes({ filter, settings }: Question): string {
  const chips = unusual(settings).map(({ chip }) => chip);
  return [filter ? 'The costs that the filter lets through' : 'All costs', ...chips].join(', ');
}
