import { Button, CloseButton, Group, Input, Stack, Text } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { DateRange } from './virtual-tag.js';

interface DateRangesProps {
  ranges: readonly DateRange[];
  isReadOnly: boolean;
  onChange: (ranges: DateRange[]) => void;
}

/** The date ranges that a rule applies to; either end may be open. */
export function DateRanges({ ranges, isReadOnly, onChange }: DateRangesProps) {
  const change = (index: number, part: Partial<DateRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  return (
    <Input.Wrapper label="Date ranges" labelElement="div">
      <Stack gap="sm">
        {ranges.length === 0 && (
          <Text size="sm" c="dimmed">
            All dates
          </Text>
        )}
        {ranges.map((range, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            {(['start_date', 'end_date'] as const).map((field) => (
              <DateInput
                key={field}
                flex={1}
                miw={0}
                aria-label={`${field === 'start_date' ? 'Start' : 'End'} date of range ${index + 1}`}
                placeholder={field === 'start_date' ? 'No start date' : 'No end date'}
                valueFormat="MMM D, YYYY"
                clearable
                clearButtonProps={{ 'aria-label': 'Clear date' }}
                readOnly={isReadOnly}
                value={range[field]}
                onChange={(date) => change(index, { [field]: date })}
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
              Add date range
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
