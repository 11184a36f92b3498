import { Text } from '@mantine/core';
import { PartialTags } from '../../costs/PartialTags.js';
import { type ExplorerCosts, isSeries } from '../use-explorer-costs.js';

/** Says so where the compared ranges have different numbers of days, or a virtual tag not in all of them values. */
export function ComparisonNote({ costs }: { costs: ExplorerCosts }) {
  const comparison = isSeries(costs) ? costs.comparison : null;
  if (!comparison) return null;
  const { current_days: currentDays, days, partial_tags: partialTags } = comparison;
  return (
    <>
      {currentDays !== days && (
        <Text size="xs" c="dimmed" mb="sm" role="note">
          The comparison is between ranges of different length: {currentDays} days against {days}.
        </Text>
      )}
      <PartialTags tags={partialTags} />
    </>
  );
}
