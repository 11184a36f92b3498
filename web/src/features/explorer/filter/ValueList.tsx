import { Button, Checkbox, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { type Condition, groupingOf, labelOf, lacksService } from '../../costs/filter/condition.js';
import type { Names } from '../../costs/use-names.js';
import { type ServicesOf, type ValueSource, useValues } from './use-values.js';

type Value = string | null;

interface ValueListProps {
  field: string;
  /** The other conditions of the group. */
  others: readonly Condition[];
  source: ValueSource;
  names: Names;
  chosen: readonly Value[];
  /** With the services of the values that are listed, where the field needs a service. */
  onChange: (values: Value[], services: ServicesOf) => void;
}

/** The values of a field with their costs, to check several of. */
export function ValueList({ field, others, source, names, chosen, onChange }: ValueListProps) {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const { values, services, currency, rest, error, isLoading } = useValues(
    field,
    others,
    source,
    search,
  );
  const listed = new Set(values.map(({ value }) => value));
  const unlisted = text === '' ? chosen.filter((value) => !listed.has(value)) : [];
  const nameOf = (value: string) => names(groupingOf(field), value);
  const toggle = (value: Value) => onChange(toggled(chosen, value), services);
  const found = values.flatMap(({ value }) => (value === null ? [] : [value]));
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search values"
        placeholder="Search values"
        autoFocus
        data-search
        value={search}
        rightSection={isLoading ? <Loader size={14} aria-label="Loading values" /> : null}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error && <ErrorNote error={error} />}
      <Stack gap={2} className="choice-list" role="group" aria-label="Values">
        {unlisted.map((value) => (
          <ValueRow
            key={String(value)}
            label={value === null ? noValue(field) : nameOf(value)}
            isChecked
            onToggle={() => toggle(value)}
          />
        ))}
        {values.map(({ value, name, amount }) => (
          <ValueRow
            key={String(value)}
            label={value === null ? noValue(field) : (name ?? nameOf(value))}
            id={value === null || (name ?? nameOf(value)) === value ? undefined : value}
            amount={formatMoney(amount, currency)}
            isChecked={chosen.includes(value)}
            onToggle={() => toggle(value)}
          />
        ))}
        {text !== '' && !isLoading && !listed.has(text) && !lacksService(field, others) && (
          <ValueRow
            label={`“${text}”`}
            id="exactly this text"
            isChecked={chosen.includes(text)}
            onToggle={() => toggle(text)}
          />
        )}
      </Stack>
      <Group justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {rest > 0 ? `${rest.toLocaleString()} more; search to find them.` : ''}
        </Text>
        {text !== '' && found.length > 1 && !isLoading && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange([...new Set([...chosen.filter(isText), ...found])], services)}
          >
            Select all {found.length}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const isText = (value: Value): value is string => value !== null;

const noValue = (field: string): string => `(no ${labelOf(field).toLowerCase()})`;

/** VQL tests for a missing value on its own, so it excludes all others. */
function toggled(chosen: readonly Value[], value: Value): Value[] {
  if (chosen.includes(value)) return chosen.filter((each) => each !== value);
  return value === null ? [null] : [...chosen.filter(isText), value];
}

interface ValueRowProps {
  label: string;
  id?: string | undefined;
  amount?: string;
  isChecked: boolean;
  onToggle: () => void;
}

function ValueRow({ label, id, amount, isChecked, onToggle }: ValueRowProps) {
  return (
    <label className="value-row">
      <Checkbox
        size="xs"
        data-choice
        checked={isChecked}
        onChange={onToggle}
        aria-label={id ? `${label} ${id}` : label}
      />
      <span className="value-name">
        {label}
        {id && <span className="value-id">{id}</span>}
      </span>
      {amount && <span className="numeric">{amount}</span>}
    </label>
  );
}
