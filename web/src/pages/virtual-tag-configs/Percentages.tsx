import { Button, CloseButton, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { sumOf } from '../../lib/decimal.js';

interface Share {
  value: string;
  pct: string;
}

interface PercentagesProps {
  shares: readonly Share[];
  isReadOnly: boolean;
  onChange: (shares: Share[]) => void;
}

/** Values, each with its percentage of the matching costs. */
export function Percentages({ shares, isReadOnly, onChange }: PercentagesProps) {
  const change = (index: number, part: Partial<Share>) =>
    onChange(shares.map((share, at) => (at === index ? { ...share, ...part } : share)));
  return (
    <Stack gap="sm">
      {shares.map((share, index) => (
        <Group key={index} gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            miw={0}
            aria-label={`Value of share ${index + 1}`}
            placeholder="Value"
            readOnly={isReadOnly}
            value={share.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <NumberInput
            w={110}
            aria-label={`Percentage of share ${index + 1}`}
            suffix="%"
            min={0}
            max={100}
            hideControls
            readOnly={isReadOnly}
            value={share.pct}
            onChange={(pct) => change(index, { pct: String(pct) })}
          />
          {!isReadOnly && (
            <CloseButton
              aria-label={`Remove share ${index + 1}`}
              onClick={() => onChange(shares.filter((_, at) => at !== index))}
            />
          )}
        </Group>
      ))}
      <Group justify="space-between">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isReadOnly}
          onClick={() => onChange([...shares, { value: '', pct: '' }])}
        >
          Add share
        </Button>
        <Text size="sm" c="dimmed">
          {sumOf(shares.map(({ pct }) => pct || '0')).replace(/\.0$/, '')}% in total; the rest gets
          no value from this rule
        </Text>
      </Group>
    </Stack>
  );
}
