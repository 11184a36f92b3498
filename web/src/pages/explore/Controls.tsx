import { Button, Group, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import { chartKinds } from '../../parts/chart/Chart.js';
import { dimensions } from './groupings.js';
import { type Bin, type Question, bins, presets } from './question.js';

interface ControlsProps {
  question: Question;
  onChange: (change: Partial<Question>) => void;
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** One line: range, bin, groupings, chart. */
export function Controls({ question, onChange }: ControlsProps) {
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <Range question={question} onChange={onChange} />
      <Select
        label="Bins"
        w={110}
        allowDeselect={false}
        data={bins.map((value) => ({ value, label: capital(value) }))}
        value={question.bin}
        onChange={(bin) => onChange({ bin: bin as Bin })}
      />
      <GroupBy question={question} onChange={onChange} />
      <SegmentedControl
        aria-label="Chart"
        data={chartKinds.map((value) => ({ value, label: capital(value) }))}
        value={question.kind}
        onChange={(kind) => onChange({ kind: kind })}
      />
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
      w={250}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={open ?? [start, end]}
      onChange={choose}
      presets={presets().map((each) => ({
        label: each.label,
        value: [each.start, each.end] as [string, string],
      }))}
    />
  );
}

function GroupBy({ question: { groupings }, onChange }: ControlsProps) {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>('/v2/tags', { workspace_token: workspace?.token });
  const tags = ((data?.['tags'] ?? []) as { tag_key: string }[]).map(({ tag_key: key }) => ({
    value: `tag:${key}`,
    label: key,
  }));
  const known = [...dimensions, ...tags];
  const others = groupings
    .filter((each) => !known.some(({ value }) => value === each))
    .map((value) => ({ value, label: value }));
  return (
    <MultiSelect
      label="Group by"
      miw={220}
      maw={420}
      searchable
      maxValues={4}
      placeholder={groupings.length === 0 ? 'Nothing' : ''}
      data={[
        { group: 'Of the bill', items: dimensions },
        { group: 'Tags', items: [...tags, ...others] },
      ]}
      value={groupings}
      onChange={(next) => onChange({ groupings: next })}
    />
  );
}

/** The filter as a text; it counts once it is applied. */
export function ApplyButton({ isChanged, onApply }: { isChanged: boolean; onApply: () => void }) {
  return (
    <Button variant={isChanged ? 'filled' : 'default'} disabled={!isChanged} onClick={onApply}>
      Apply filter
    </Button>
  );
}
