import { NumberInput, Text } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';

/** A field for money in the currency of the workspace. */
export function AmountInput(props: {
  label: string;
  value: string;
  onChange: (amount: string) => void;
}) {
  const currency = useWorkspace()?.currency ?? '';
  return (
    <NumberInput
      label={props.label}
      w={200}
      min={0}
      thousandSeparator
      hideControls
      rightSection={
        <Text size="xs" c="dimmed">
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      value={props.value}
      onChange={(amount) => props.onChange(String(amount))}
    />
  );
}
