import { Select } from '@mantine/core';
import { today } from '../../lib/dates.js';
import { presets } from './intervals.js';

interface IntervalSelectProps {
  value: string;
  onChange: (name: string) => void;
}

/** A choice of date ranges. */
export function IntervalSelect({ value, onChange }: IntervalSelectProps) {
  return (
    <Select
      aria-label="Date range"
      w={180}
      allowDeselect={false}
      data={presets(today()).map(({ name, label }) => ({ value: name, label }))}
      value={value}
      onChange={(next) => next && onChange(next)}
    />
  );
}
