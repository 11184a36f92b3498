import { Button, Group, Stack, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type FormEvent, useState } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { dayPattern, parseDay } from '../../lib/parse-day.js';

interface DateFieldsProps {
  initial: DateRange;
  onApply: (range: DateRange) => void;
}

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** Two days, typed or chosen in the calendar below. */
export function DateFields({ initial, onApply }: DateFieldsProps) {
  const [texts, setTexts] = useState([initial.start, initial.end] as const);
  const [isChecked, setChecked] = useState(false);
  const [start, end] = [parseDay(texts[0]), parseDay(texts[1])];
  const errors = isChecked ? errorsOf(start, end) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (start && end && start <= end) onApply({ start, end });
  };
  const format = `YYYY-MM-DD or ${dayPattern()}`;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group gap="sm" grow align="flex-start">
          <TextInput
            label="From"
            placeholder={format}
            value={texts[0]}
            error={errors.start}
            onChange={(event) => setTexts([event.currentTarget.value, texts[1]])}
          />
          <TextInput
            label="To"
            placeholder={format}
            value={texts[1]}
            error={errors.end}
            onChange={(event) => setTexts([texts[0], event.currentTarget.value])}
          />
        </Group>
        <DatePicker
          className="range-calendar"
          type="range"
          fullWidth
          hideOutsideDates
          weekendDays={[]}
          ariaLabels={calendarLabels}
          allowSingleDateInRange
          defaultDate={initial.end}
          value={[start ?? null, end ?? null]}
          onChange={([first, last]) => setTexts([first ?? '', last ?? ''])}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs">
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function errorsOf(start: string | undefined, end: string | undefined) {
  const invalid = `Enter a date as YYYY-MM-DD or ${dayPattern()}`;
  if (!start || !end) return { ...(!start && { start: invalid }), ...(!end && { end: invalid }) };
  return start > end ? { end: 'Must not be before the first day' } : {};
}
