import { Button, CloseButton, Group, SimpleGrid } from '@mantine/core';
import { firstOfMonth, formatBin } from '../../lib/dates.js';
import { Icon } from '../../parts/icons.js';
import { AmountInput } from './AmountInput.js';
import type { MonthAmount } from './plan.js';

interface MonthListProps {
  months: readonly MonthAmount[];
  /** The first month of an empty list. */
  start: string;
  onChange: (months: MonthAmount[]) => void;
}

/** An amount for each month. */
export function MonthList({ months, start, onChange }: MonthListProps) {
  const last = months.at(-1);
  const [next, previous] = last
    ? [firstOfMonth(last.month, 1), firstOfMonth(months[0]!.month, -1)]
    : [start, firstOfMonth(start, -1)];
  const setAmount = (month: string, amount: string) =>
    onChange(months.map((each) => (each.month === month ? { ...each, amount } : each)));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {months.map(({ month, amount }) => (
          <Group key={month} gap={4} wrap="nowrap" align="flex-end">
            <AmountInput
              label={formatBin(month, 'month')}
              value={amount}
              onChange={(value) => setAmount(month, value)}
            />
            <CloseButton
              aria-label={`Remove ${formatBin(month, 'month')}`}
              onClick={() => onChange(months.filter((each) => each.month !== month))}
            />
          </Group>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Icon name="add" />}
          onClick={() => onChange([...months, { month: next, amount: last?.amount ?? '' }])}
        >
          Add {formatBin(next, 'month')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="add" />}
          onClick={() => onChange([{ month: previous, amount: '' }, ...months])}
        >
          Add {formatBin(previous, 'month')}
        </Button>
      </Group>
    </>
  );
}
