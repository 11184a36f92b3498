import { Group, Select } from '@mantine/core';
import { Suspense, lazy } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { today } from '../../lib/dates.js';
import { presets } from './intervals.js';
import { customRange } from './use-interval.js';

const DaysMenu = lazy(async () => ({ default: (await import('./DaysMenu.js')).DaysMenu }));

interface IntervalSelectProps {
  value: string;
  onChange: (name: string) => void;
  /** Where any days can be chosen: those that are, and what to do with others. */
  days?: { range: DateRange; onChange: (range: DateRange) => void };
}

/** A choice of date ranges. */
export function IntervalSelect({ value, onChange, days }: IntervalSelectProps) {
  const data = [
    ...presets(today()).map(({ name, label }) => ({ value: name as string, label })),
    ...(days ? [{ value: customRange, label: 'Custom range' }] : []),
  ];
  const choose = (next: string) => {
    if (next === customRange) days?.onChange(days.range);
    else onChange(next);
  };
  return (
    <Group gap="xs">
      <Select
        aria-label="Date range"
        w={160}
        allowDeselect={false}
        data={data}
        value={value}
        onChange={(next) => next && choose(next)}
      />
      {days && value === customRange && (
        <Suspense>
          <DaysMenu {...days} />
        </Suspense>
      )}
    </Group>
  );
}
