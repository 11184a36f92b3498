import { Group, SegmentedControl, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { memo, useState } from 'react';
import { today } from '../../lib/dates.js';
import { type ChartKind, chartKinds } from '../../parts/chart/chart-data.js';
import { dateBins } from '../costs/bins.js';
import { presets } from '../costs/intervals.js';
import { measures } from '../costs/settings.js';
import { GroupBy } from './GroupBy.js';
import {
  type ChangeQuery,
  type Comparison,
  type ExplorerQuery,
  comparisons,
} from './explorer-query.js';
import { SettingsMenu } from './SettingsMenu.js';

interface OnChange {
  onChange: ChangeQuery;
}

interface ControlsProps extends OnChange {
  query: ExplorerQuery;
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const capitals = (values: readonly string[]) =>
  values.map((value) => ({ value, label: capital(value) }));

const comparisonLabels: Record<Comparison, string> = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'Nothing',
};
const comparisonChoices = comparisons.map((value) => ({ value, label: comparisonLabels[value] }));
const [binChoices, measureChoices, kindChoices] = [dateBins, measures, chartKinds].map(capitals);

/** One line of controls. Each is memoized, so that a change renders only its own. */
export const Controls = memo(function Controls({ query, onChange }: ControlsProps) {
  const { start, end, bin, compare, groupings, measure, kind, settings } = query;
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <Range start={start} end={end} onChange={onChange} />
      <Choice
        name="bin"
        label="Granularity"
        width={128}
        data={binChoices!}
        value={bin}
        onChange={onChange}
      />
      <Choice
        name="compare"
        label="Compare with"
        width={140}
        data={comparisonChoices}
        value={compare}
        onChange={onChange}
      />
      <GroupBy groupings={groupings} onChange={onChange} />
      <Choice
        name="measure"
        label="Measure"
        width={92}
        data={measureChoices!}
        value={measure}
        onChange={onChange}
      />
      <Kind kind={kind} onChange={onChange} />
      <SettingsMenu settings={settings} onChange={onChange} />
    </Group>
  );
});

interface ChoiceProps extends OnChange {
  name: 'bin' | 'compare' | 'measure';
  label: string;
  width: number;
  data: { value: string; label: string }[];
  value: string;
}

const Choice = memo(function Choice({ name, label, width, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      w={width}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(next) => onChange({ [name]: next })}
    />
  );
});

const Kind = memo(function Kind({ kind, onChange }: OnChange & Pick<ExplorerQuery, 'kind'>) {
  return (
    <SegmentedControl
      aria-label="Chart"
      data={kindChoices!}
      value={kind}
      onChange={(next) => onChange({ kind: next as ChartKind })}
    />
  );
});

const Range = memo(function Range({
  start,
  end,
  onChange,
}: OnChange & Pick<ExplorerQuery, 'start' | 'end'>) {
  const [open, setOpen] = useState<[string | null, string | null]>();
  const choose = (range: [string | null, string | null]) => {
    const [first, last] = range;
    setOpen(first && last ? undefined : range);
    if (first && last) onChange({ start: first, end: last });
  };
  return (
    <DatePickerInput
      type="range"
      label="Date range"
      w={224}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={open ?? [start, end]}
      onChange={choose}
      presets={presets(today()).map((each) => ({
        label: each.label,
        value: [each.start, each.end] as [string, string],
      }))}
    />
  );
});
