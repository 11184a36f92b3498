import { SimpleGrid } from '@mantine/core';
import { Figure, Money } from '../../parts/figures.js';
import type { Costs } from '../costs/use-costs.js';

/** Usage by unit, or the number of groups. */
export function UsageFigures({ costs }: { costs: Costs }) {
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
