import { Group, SegmentedControl, Select } from '@mantine/core';
import { memo } from 'react';
import { capitalize } from '../../lib/text.js';
import { type ChartKind, chartKinds } from '../../parts/chart/chart-data.js';
import { dateBins } from '../costs/bins.js';
import { measures } from '../costs/settings.js';
import { CompareMenu } from './dates/CompareMenu.js';
import { DateRangeMenu } from './dates/DateRangeMenu.js';
import type { ChangeQuery, ExplorerQuery } from './explorer-query.js';
import { GroupBy } from './GroupBy.js';
import { SettingsMenu } from './SettingsMenu.js';

interface OnChange {
  onChange: ChangeQuery;
}

interface ControlsProps extends OnChange {
  query: ExplorerQuery;
  /** Whether some of the costs are billed by the hour. */
  hasHours: boolean;
}

const optionsOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: capitalize(value) }));

const [binOptions, measureOptions, kindOptions] = [dateBins, measures, chartKinds].map(optionsOf);
const longerBinOptions = binOptions!.filter(({ value }) => value !== 'hour');

/** The controls above the chart. Each is memoized, so that a change renders only that control. */
export const Controls = memo(function Controls({ query, hasHours, onChange }: ControlsProps) {
  const { start, end, range, bin, compare, compareRange, groupings, measure, kind, settings } =
    query;
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <DateRangeMenu start={start} end={end} range={range} onChange={onChange} />
      <QuerySelect
        name="bin"
        label="Group dates by"
        width={128}
        data={hasHours || bin === 'hour' ? binOptions! : longerBinOptions}
        value={bin}
        onChange={onChange}
      />
      <CompareMenu
        start={start}
        end={end}
        compare={compare}
        compareRange={compareRange}
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
  name: 'bin' | 'measure';
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
