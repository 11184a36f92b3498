import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { firstOfMonth, today } from '../../lib/dates.js';
import { Icon } from '../../parts/icons.js';
import { AmountInput } from './AmountInput.js';
import type { Plan } from './plan.js';

type Stored = Plan['periods'][number];

interface PeriodListProps {
  periods: readonly Stored[];
  onChange: (periods: Stored[]) => void;
}

const dateProps = { valueFormat: 'MMM D, YYYY', w: 150 };

/** Periods with exact dates. Their amounts are per month too; a part of a month has its share. */
export function PeriodList({ periods, onChange }: PeriodListProps) {
  const change = (index: number, part: Partial<Stored>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Amounts are per calendar month. Of a month that a period covers in part, its days count.
      </Text>
      {periods.map((period, index) => (
        <Group
          key={index}
          gap="sm"
          align="flex-end"
          role="group"
          aria-label={`Period ${index + 1}`}
        >
          <DateInput
            {...dateProps}
            label="Start date"
            value={period.start_at}
            onChange={(start) => start && change(index, { start_at: start })}
          />
          <DateInput
            {...dateProps}
            label="End date"
            placeholder="No end date"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear end date' }}
            value={period.end_at}
            onChange={(end) => change(index, { end_at: end })}
          />
          <AmountInput
            label="Amount per month"
            value={period.amount}
            onChange={(amount) => change(index, { amount })}
          />
          <CloseButton
            aria-label={`Remove period ${index + 1}`}
            onClick={() => onChange(periods.filter((_, at) => at !== index))}
          />
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="add" />}
          onClick={() =>
            onChange([...periods, { start_at: firstOfMonth(today(), 1), end_at: null, amount: '' }])
          }
        >
          Add period
        </Button>
      </Group>
    </Stack>
  );
}
