import { Group, SegmentedControl, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { memo, useState } from 'react';
import { today } from '../../lib/dates.js';
import { capitalize } from '../../lib/text.js';
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

const optionsOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: capitalize(value) }));

const comparisonLabels: Record<Comparison, string> = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'None',
};
const comparisonOptions = comparisons.map((value) => ({ value, label: comparisonLabels[value] }));
const [binOptions, measureOptions, kindOptions] = [dateBins, measures, chartKinds].map(optionsOf);

/** The controls above the chart. Each is memoized, so that a change renders only that control. */
export const Controls = memo(function Controls({ query, onChange }: ControlsProps) {
  const { start, end, bin, compare, groupings, measure, kind, settings } = query;
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <DateRangeInput start={start} end={end} onChange={onChange} />
      <QuerySelect
        name="bin"
        label="Group dates by"
        width={128}
        data={binOptions!}
        value={bin}
        onChange={onChange}
      />
      <QuerySelect
        name="compare"
        label="Compare with"
        width={168}
        data={comparisonOptions}
        value={compare}
        onChange={onChange}
      />
      <GroupBy groupings={groupings} onChange={onChange} />
      <QuerySelect
        name="measure"
        label="Measure"
        width={92}
        data={measureOptions!}
        value={measure}
        onChange={onChange}
      />
      <ChartKindControl kind={kind} onChange={onChange} />
      <SettingsMenu settings={settings} onChange={onChange} />
    </Group>
  );
});

interface QuerySelectProps extends OnChange {
  name: 'bin' | 'compare' | 'measure';
  label: string;
  width: number;
  data: { value: string; label: string }[];
  value: string;
}

const QuerySelect = memo(function QuerySelect(props: QuerySelectProps) {
  const { name, label, width, data, value, onChange } = props;
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

const ChartKindControl = memo(function ChartKindControl({
  kind,
  onChange,
}: OnChange & Pick<ExplorerQuery, 'kind'>) {
  return (
    <SegmentedControl
      aria-label="Chart type"
      data={kindOptions!}
      value={kind}
      onChange={(next) => onChange({ kind: next as ChartKind })}
    />
  );
});

const DateRangeInput = memo(function DateRangeInput({
  start,
  end,
  onChange,
}: OnChange & Pick<ExplorerQuery, 'start' | 'end'>) {
  /** A range whose second day is not chosen yet. */
  const [partial, setPartial] = useState<[string | null, string | null]>();
  const choose = (range: [string | null, string | null]) => {
    const [first, last] = range;
    setPartial(first && last ? undefined : range);
    if (first && last) onChange({ start: first, end: last });
  };
  return (
    <DatePickerInput
      type="range"
      label="Date range"
      w={224}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={partial ?? [start, end]}
      onChange={choose}
      presets={presets(today()).map((each) => ({
        label: each.label,
        value: [each.start, each.end] as [string, string],
      }))}
    />
  );
});
