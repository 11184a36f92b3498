import { Group, Progress, Table, Text } from '@mantine/core';
import { approximate } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';

interface ShareBarProps {
  amount: string;
  /** The costs of the top-level segment. */
  whole: string;
  isUnallocated?: boolean;
}

/** A table cell with the share of a segment in its tree. */
export function ShareBar({ amount, whole, isUnallocated = false }: ShareBarProps) {
  const total = approximate(whole);
  const share = total === 0 ? 0 : approximate(amount) / total;
  return (
    <Table.Td pl="lg">
      <Group gap="sm" wrap="nowrap">
        <Progress
          flex={1}
          miw={60}
          value={Math.max(0, share * 100)}
          aria-hidden
          {...(isUnallocated ? { color: 'gray' } : {})}
        />
        <Text size="xs" w={52} ta="right">
          {formatShare(amount, whole)}
        </Text>
      </Group>
    </Table.Td>
  );
}
