import {
  Button,
  CloseButton,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Title,
} from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { Period } from '../../features/scenario-models/scenario-model.js';
import { firstOfMonth, today } from '../../lib/dates.js';
import { Icon } from '../../parts/icons.js';

interface PeriodsProps {
  periods: readonly Period[];
  isReadOnly: boolean;
  onChange: (periods: Period[]) => void;
}

const units = [
  { value: 'dollar', label: 'Amount per month' },
  { value: 'percent', label: 'Percent' },
] as const;

/** The periods of a model: by how much costs change, and when. */
export function Periods({ periods, isReadOnly, onChange }: PeriodsProps) {
  const change = (index: number, part: Partial<Period>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)));
  const add = () => {
    const start_at = firstOfMonth(today(), 1);
    onChange([...periods, { start_at, end_at: null, amount: '', amount_type: 'dollar' }]);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="periods">
      <Title order={2} id="periods">
        Periods
      </Title>
      {periods.map((period, index) => (
        <PeriodFields
          key={index}
          name={`period ${index + 1}`}
          period={period}
          isReadOnly={isReadOnly}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(periods.filter((_, at) => at !== index))}
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button variant="default" leftSection={<Icon name="add" />} onClick={add}>
            Add period
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface PeriodFieldsProps {
  name: string;
  period: Period;
  isReadOnly: boolean;
  onChange: (part: Partial<Period>) => void;
  onRemove: () => void;
}

function PeriodFields({ name, period, isReadOnly, onChange, onRemove }: PeriodFieldsProps) {
  const dateProps = { valueFormat: 'MMM D, YYYY', readOnly: isReadOnly, w: 150 };
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" align="flex-end">
        <DateInput
          {...dateProps}
          label="Start date"
          value={period.start_at}
          onChange={(start) => start && onChange({ start_at: start })}
        />
        <DateInput
          {...dateProps}
          label="End date"
          placeholder="No end date"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear end date' }}
          value={period.end_at}
          onChange={(end) => onChange({ end_at: end })}
        />
        <NumberInput
          label="Change"
          w={130}
          thousandSeparator
          hideControls
          readOnly={isReadOnly}
          value={period.amount}
          onChange={(amount) => onChange({ amount: String(amount) })}
        />
        <Select
          label="Unit"
          w={190}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={units}
          value={period.amount_type}
          onChange={(type) => onChange({ amount_type: type! })}
        />
        {!isReadOnly && <CloseButton aria-label={`Remove ${name}`} onClick={onRemove} />}
      </Group>
    </Paper>
  );
}
