import { Group, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { TypeMark } from '../../features/resources/ResourceName.js';
import { approximate } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';
import { countOf } from '../../lib/text.js';
import { Money } from '../../parts/figures.js';

interface GroupHeaderProps {
  title: string;
  /** The category that the group is of, if it is one. */
  category?: string;
  group: Schemas['RecommendationGroup'];
  currency: string;
}

/** A group of recommendations with what all of them save, and of what. */
export function GroupHeader({ title, category, group, currency }: GroupHeaderProps) {
  const { recommendations, resources, savings, cost_per_month: cost } = group;
  return (
    <Group justify="space-between" gap="4px 16px">
      <Group gap="sm" wrap="nowrap">
        {category !== undefined && <TypeMark type={category} />}
        {title}
      </Group>
      <Text size="sm" fw={400}>
        {countOf(recommendations, 'recommendation')}
        {approximate(savings) > 0 && (
          <>
            {', saving '}
            <Text span inherit fw={600}>
              <Money amount={savings} currency={currency} />
            </Text>
            {' of '}
            <Money amount={cost} currency={currency} /> per month ({formatShare(savings, cost)}) on{' '}
            {countOf(resources, 'resource')}
          </>
        )}
      </Text>
    </Group>
  );
}
