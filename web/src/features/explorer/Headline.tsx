import { Anchor, Button, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../lib/dates.js';
import { Figure, Money } from '../../parts/figures.js';
import { ComparedChange, comparisonLabel, describeComparison } from '../costs/ComparedChange.js';
import { DailyAverageFigure } from '../costs/DailyAverageFigure.js';
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
      <DailyAverageFigure query={query} costs={costs} />
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

function describeTotal({ filter, settings }: ExplorerQuery): string {
  const chips = changedSettings(settings).map(({ chip }) => chip);
  return [filter ? 'Costs that match the filter' : 'All costs', ...chips].join(', ');
}
