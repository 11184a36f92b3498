import { Button, CloseButton, Group, Input, Stack, Text } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { DateRange } from './virtual-tag.js';

interface DateRangesProps {
  ranges: readonly DateRange[];
  isReadOnly: boolean;
  onChange: (ranges: DateRange[]) => void;
}

/** The days that a rule holds for; either end may be open. */
export function DateRanges({ ranges, isReadOnly, onChange }: DateRangesProps) {
  const change = (index: number, part: Partial<DateRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  return (
    <Input.Wrapper label="Holds on" labelElement="div">
      <Stack gap="sm">
        {ranges.length === 0 && (
          <Text size="sm" c="dimmed">
            every day
          </Text>
        )}
        {ranges.map((range, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            {(['start_date', 'end_date'] as const).map((end) => (
              <DateInput
                key={end}
                flex={1}
                miw={0}
                aria-label={`${end === 'start_date' ? 'First' : 'Last'} day of range ${index + 1}`}
                placeholder={end === 'start_date' ? 'From the beginning' : 'Without an end'}
                valueFormat="D MMM YYYY"
                clearable
                clearButtonProps={{ 'aria-label': 'Clear the day' }}
                readOnly={isReadOnly}
                value={range[end]}
                onChange={(day) => change(index, { [end]: day })}
              />
            ))}
            {!isReadOnly && (
              <CloseButton
                aria-label={`Remove range ${index + 1}`}
                onClick={() => onChange(ranges.filter((_, at) => at !== index))}
              />
            )}
          </Group>
        ))}
        {!isReadOnly && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...ranges, { start_date: null, end_date: null }])}
            >
              Add days
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
