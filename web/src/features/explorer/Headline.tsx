import { Anchor, Button, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDay, daysBetween, lastDayOf } from '../../lib/dates.js';
import { quotient, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';
import { ComparedChange, comparisonLabel, describeComparison } from '../costs/ComparedChange.js';
import { changedSettings } from '../costs/settings.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import type { ExplorerQuery } from './explorer-query.js';
import { linkToChanges } from './link-to-changes.js';
import type { Scope } from './scope.js';
import { wholeTotal } from './use-explained.js';
import type { ReportForecast } from './use-forecast.js';

interface HeadlineProps {
  query: ExplorerQuery;
  scope: Scope;
  costs: CostSeries;
  forecast: ReportForecast | undefined;
  onExplain: ((name: string) => void) | undefined;
}

/** Total, change, forecast and daily average, each with an explanation on hover. */
export function Headline({ query, scope, costs, forecast, onExplain }: HeadlineProps) {
  const { start, end } = query;
  const { currency, total } = costs;
  const average = dailyAverage(query, costs);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      <Figure
        label={`Total, ${formatDay(start)} to ${formatDay(end)} (UTC)`}
        help={describeTotal(query)}
      >
        <Money amount={total.amount} currency={currency} isCompact />{' '}
        {onExplain && (
          <Button size="compact-xs" variant="subtle" onClick={() => onExplain(wholeTotal)}>
            Explain
          </Button>
        )}
      </Figure>
      {costs.comparison && (
        <ComparisonFigure
          query={{ ...query, ...scope }}
          costs={costs}
          comparison={costs.comparison}
        />
      )}
      {forecast && (
        <Figure label={`Forecast through ${formatDay(end)}`} help={forecast.help}>
          <Money amount={forecast.amount} currency={currency} isCompact />
        </Figure>
      )}
      {average && (
        <Figure
          label="Daily average"
          help={`The costs of ${average.days} complete days, divided by ${average.days}.`}
        >
          {formatMoney(quotient(average.total, `${average.days}`), currency)}
        </Figure>
      )}
    </SimpleGrid>
  );
}

type Comparison = NonNullable<CostSeries['comparison']>;

/** The change over complete days, or why there is none. */
function ComparisonFigure({
  query,
  costs: { currency, total },
  comparison,
}: {
  query: ExplorerQuery & Scope;
  costs: CostSeries;
  comparison: Comparison;
}) {
  const { change } = total;
  return (
    <Figure label={comparisonLabel(comparison, query)} help={describeComparison(comparison)}>
      {change ? (
        <>
          <ComparedChange change={change} currency={currency} />{' '}
          <Anchor component={Link} {...linkToChanges(query, comparison)} size="sm" fw={400}>
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

/** The costs of the complete days; undefined where they cannot be told from those of other days. */
function dailyAverage({ start, end, bin }: ExplorerQuery, costs: CostSeries) {
  const { complete_through: through, bins, total } = costs;
  if (through === null || through < start) return undefined;
  if (through >= end) return { days: daysBetween(start, end) + 1, total: total.amount };
  const complete = bins.filter((at) => lastDayOf(at, bin) <= through);
  const last = complete.at(-1);
  if (last === undefined || lastDayOf(last, bin) !== through) return undefined;
  const days = daysBetween(start, through) + 1;
  return { days, total: sumOf(total.amounts.slice(0, complete.length)) };
}

function describeTotal({ filter, settings }: ExplorerQuery): string {
  const chips = changedSettings(settings).map(({ chip }) => chip);
  return [filter ? 'Costs that match the filter' : 'All costs', ...chips].join(', ');
}
