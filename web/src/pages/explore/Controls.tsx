import { Group, SegmentedControl, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { today } from '../../lib/dates.js';
import { chartKinds } from '../../parts/chart/Chart.js';
import { GroupBy } from './GroupBy.js';
import { intervals } from './intervals.js';
import {
  type Bin,
  type Comparison,
  type Measure,
  type Question,
  bins,
  comparisons,
  measures,
} from './question.js';
import { SettingsMenu } from './SettingsMenu.js';

export interface ControlsProps {
  question: Question;
  onChange: (change: Partial<Question>) => void;
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const comparisonLabels: Record<Comparison, string> = {
  previous: 'Period before',
  year: 'Year before',
  none: 'Nothing',
};

/** One line: range, bin, comparison, groupings, measure, chart, settings. */
export function Controls({ question, onChange }: ControlsProps) {
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <Range question={question} onChange={onChange} />
      <Select
        label="Bins"
        w={128}
        allowDeselect={false}
        data={bins.map((value) => ({ value, label: capital(value) }))}
        value={question.bin}
        onChange={(bin) => onChange({ bin: bin as Bin })}
      />
      <Select
        label="Compare with"
        w={140}
        allowDeselect={false}
        data={comparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
        value={question.compare}
        onChange={(compare) => onChange({ compare: compare as Comparison })}
      />
      <GroupBy question={question} onChange={onChange} />
      <Select
        label="Measure"
        w={92}
        allowDeselect={false}
        data={measures.map((value) => ({ value, label: capital(value) }))}
        value={question.measure}
        onChange={(measure) => onChange({ measure: measure as Measure })}
      />
      <SegmentedControl
        aria-label="Chart"
        data={chartKinds.map((value) => ({ value, label: capital(value) }))}
        value={question.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <SettingsMenu question={question} onChange={onChange} />
    </Group>
  );
}

function Range({ question: { start, end }, onChange }: ControlsProps) {
  const [open, setOpen] = useState<[string | null, string | null]>();
  const choose = (range: [string | null, string | null]) => {
    const [first, last] = range;
    setOpen(first && last ? undefined : range);
    if (first && last) onChange({ start: first, end: last });
  };
  return (
    <DatePickerInput
      type="range"
      label="Days"
      w={224}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={open ?? [start, end]}
      onChange={choose}
      presets={intervals(today()).map((each) => ({
        label: each.label,
        value: [each.start, each.end] as [string, string],
      }))}
    />
  );
}
