import { Group, Progress, Skeleton, Table, Text } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { Money } from '../../parts/figures.js';

interface ShareBarProps {
  amount: string | undefined;
  /** The costs of the top-level segment. */
  whole: Schemas['Costs'] | undefined;
  isUnallocated?: boolean;
}

/** Two table cells: the cost of a segment and its share of the tree. */
export function ShareBar({ amount, whole, isUnallocated = false }: ShareBarProps) {
  if (amount === undefined || !whole) {
    return (
      <>
        <Table.Td>
          <Skeleton height={14} width={80} ml="auto" />
        </Table.Td>
        <Table.Td />
      </>
    );
  }
  const total = approximate(whole.total_cost.amount);
  const share = total === 0 ? 0 : approximate(amount) / total;
  return (
    <>
      <Table.Td className="numeric">
        <Money amount={amount} currency={whole.total_cost.currency} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Progress
            flex={1}
            miw={60}
            value={Math.max(0, share * 100)}
            aria-hidden
            {...(isUnallocated ? { color: 'gray' } : {})}
          />
          <Text size="xs" w={52} ta="right">
            {total === 0 ? '' : formatPercent(share)}
          </Text>
        </Group>
      </Table.Td>
    </>
  );
}
