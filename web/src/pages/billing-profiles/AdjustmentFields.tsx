import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { Icon } from '../../parts/icons.js';
import { MoveButtons, moved } from '../../parts/reorder.js';
import type { AdjustmentItem } from './profile-values.js';

interface AdjustmentFieldsProps {
  items: readonly AdjustmentItem[];
  onChange: (items: AdjustmentItem[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

const types: { value: AdjustmentItem['adjustment_type']; label: string }[] = [
  { value: 'charge', label: 'Charge or tax' },
  { value: 'discount', label: 'Discount' },
  { value: 'credit', label: 'Credit' },
];
const calculations: { value: AdjustmentItem['calculation_type']; label: string }[] = [
  { value: 'percentage', label: 'Percent' },
  { value: 'fixed', label: 'Amount' },
];
const newItem: AdjustmentItem = {
  name: '',
  adjustment_type: 'charge',
  calculation_type: 'percentage',
  amount: '0',
};

/** What invoices add to their costs, in the order in which it is applied. */
export function AdjustmentFields({ items, onChange, error, isReadOnly }: AdjustmentFieldsProps) {
  const change = (index: number, values: Partial<AdjustmentItem>) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...values } : item)));
  return (
    <Fieldset legend="Adjustments">
      <Text size="sm" c="dimmed" mb="sm">
        Charges and discounts are applied in this order, each percentage to what is left by then.
        Credits come last.
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert" mb="sm">
          {error}
        </Text>
      )}
      <Stack gap="sm">
        {items.map((item, index) => (
          <Group key={index} gap="xs" align="flex-end">
            <TextInput
              flex={2}
              miw={140}
              label="Name"
              value={item.name}
              readOnly={isReadOnly}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <Select
              flex={1}
              miw={130}
              label="Type"
              allowDeselect={false}
              readOnly={isReadOnly}
              data={types}
              value={item.adjustment_type}
              onChange={(value) => value && change(index, { adjustment_type: value })}
            />
            <Select
              w={110}
              label="In"
              allowDeselect={false}
              readOnly={isReadOnly}
              data={calculations}
              value={item.calculation_type}
              onChange={(value) => value && change(index, { calculation_type: value })}
            />
            <TextInput
              w={100}
              label="Value"
              inputMode="decimal"
              value={item.amount}
              readOnly={isReadOnly}
              onChange={(event) => change(index, { amount: event.currentTarget.value })}
            />
            {!isReadOnly && (
              <Group gap={2} wrap="nowrap">
                <MoveButtons
                  name={item.name || `adjustment ${index + 1}`}
                  index={index}
                  count={items.length}
                  onMove={(from, to) => onChange(moved(items, from, to))}
                />
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={`Remove ${item.name || `adjustment ${index + 1}`}`}
                  onClick={() => onChange(items.filter((_, at) => at !== index))}
                >
                  <Icon name="close" />
                </ActionIcon>
              </Group>
            )}
          </Group>
        ))}
        {!isReadOnly && (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange([...items, newItem])}
            >
              Add an adjustment
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  );
}
