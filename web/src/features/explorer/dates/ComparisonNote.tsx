import { Text } from '@mantine/core';
import { type ExplorerCosts, isSeries } from '../use-explorer-costs.js';

/** Says so where the compared ranges have different numbers of days. */
export function ComparisonNote({ costs }: { costs: ExplorerCosts }) {
  const comparison = isSeries(costs) ? costs.comparison : null;
  if (!comparison || comparison.current_days === comparison.days) return null;
  return (
    <Text size="xs" c="dimmed" mb="sm" role="note">
      The comparison is between ranges of different length: {comparison.current_days} days against{' '}
      {comparison.days}.
    </Text>
  );
}
