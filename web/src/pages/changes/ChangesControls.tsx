import { Button, Group, Input, Select, Switch } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { type DateRange, previousPeriod } from '../../../../src/platform/lib/date-intervals.js';
import type { ChangesQuery } from '../../features/cost-changes/changes-query.js';
import { dimensions, groupingLabel } from '../../features/costs/groupings.js';
import { presets } from '../../features/costs/intervals.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';
import { SettingsMenu } from '../../features/explorer/SettingsMenu.js';
import { today } from '../../lib/dates.js';

interface ChangesControlsProps {
  query: ChangesQuery;
  onChange: (change: Partial<ChangesQuery>) => void;
}

const comparisons = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Previous year' },
  { value: 'custom', label: 'Custom dates' },
];

/** The two periods, and the dimension that drivers are values of. */
export function ChangesControls({ query, onChange }: ChangesControlsProps) {
  const { start, end, compare } = query;
  const compareWith = (choice: string | null) => {
    if (choice === 'previous' || choice === 'year') onChange({ compare: choice });
    else onChange({ compare: previousPeriod({ start, end }, end) ?? { start, end } });
  };
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <RangeInput label="Period" range={{ start, end }} onChange={onChange} hasPresets />
      <Select
        label="Compare with"
        w={168}
        allowDeselect={false}
        data={comparisons}
        value={typeof compare === 'string' ? compare : 'custom'}
        onChange={compareWith}
      />
      {typeof compare !== 'string' && (
        <RangeInput
          label="Period before"
          range={compare}
          onChange={(range) => onChange({ compare: range })}
        />
      )}
      <DimensionSwitch query={query} onChange={onChange} />
      <Switch
        label="Per day"
        title="Compares averages per day, so that a longer period is no rise."
        mb={8}
        checked={query.perDay}
        onChange={({ currentTarget }) => onChange({ perDay: currentTarget.checked })}
      />
      <SettingsMenu
        settings={query.settings}
        onChange={({ settings = query.settings }) => onChange({ settings })}
      />
    </Group>
  );
}

interface RangeInputProps {
  label: string;
  range: DateRange;
  onChange: (range: DateRange) => void;
  hasPresets?: boolean;
}

function RangeInput({ label, range, onChange, hasPresets = false }: RangeInputProps) {
  /** A range whose second day is not chosen yet. */
  const [partial, setPartial] = useState<[string | null, string | null]>();
  const choose = (chosen: [string | null, string | null]) => {
    const [start, end] = chosen;
    setPartial(start && end ? undefined : chosen);
    if (start && end) onChange({ start, end });
  };
  const offered = presets(today()).map((each) => ({
    label: each.label,
    value: [each.start, each.end] as [string, string],
  }));
  return (
    <DatePickerInput
      type="range"
      label={label}
      w={224}
      valueFormat="MMM D, YYYY"
      allowSingleDateInRange
      value={partial ?? [range.start, range.end]}
      onChange={choose}
      {...(hasPresets ? { presets: offered } : {})}
    />
  );
}

const quickDimensions = ['service', 'account_id', 'region', 'resource_id'];

/** One click for the usual dimensions, a list for tags and all others. */
function DimensionSwitch({ query: { groupings }, onChange }: ChangesControlsProps) {
  const tags = useTagList().keys.map((key) => ({ value: `tag:${key}`, label: key }));
  const joined = groupings.join(',');
  const others = dimensions.filter(({ value }) => !quickDimensions.includes(value));
  const isListed = [...tags, ...others].some(({ value }) => value === joined);
  const isQuick = quickDimensions.includes(joined);
  const combined = { value: joined, label: groupings.map(groupingLabel).join(' and ') };
  return (
    <Input.Wrapper label="Break down by" labelElement="div">
      <Group gap={4} role="group" aria-label="Break down by">
        {quickDimensions.map((dimension) => (
          <Button
            key={dimension}
            variant={joined === dimension ? 'filled' : 'default'}
            aria-pressed={joined === dimension}
            px="sm"
            onClick={() => onChange({ groupings: [dimension] })}
          >
            {groupingLabel(dimension)}
          </Button>
        ))}
        <Select
          aria-label="Other dimensions and tags"
          placeholder="Tags and more"
          w={160}
          searchable
          data={[
            ...(isListed || isQuick ? [] : [combined]),
            { group: 'Tags', items: tags },
            { group: 'Dimensions', items: others },
          ]}
          value={isQuick ? null : joined}
          onChange={(next) => next && onChange({ groupings: next.split(',') })}
        />
      </Group>
    </Input.Wrapper>
  );
}
