import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type Condition,
  fields,
  lacksService,
  providerField,
  resourceField,
} from '../../costs/filter/condition.js';
import type { Names } from '../../costs/use-names.js';
import { useTagSearch } from '../../costs/use-tag-keys.js';
import { ConditionForm } from './ConditionForm.js';
import type { ValueSource } from './use-values.js';

interface NewConditionProps {
  /** The conditions of the group so far. */
  others: readonly Condition[];
  source: ValueSource;
  names: Names;
  onDone: (next: readonly Condition[]) => void;
}

/** A new condition: first its dimension or tag, then its values. */
export function NewCondition({ others, source, names, onDone }: NewConditionProps) {
  const [field, setField] = useState<string>();
  if (field === undefined) return <FieldList others={others} onPick={setField} />;
  return (
    <ConditionForm
      field={field}
      others={others}
      source={source}
      names={names}
      onBack={() => setField(undefined)}
      onDone={onDone}
    />
  );
}

interface FieldListProps {
  others: readonly Condition[];
  onPick: (field: string) => void;
}

function FieldList({ others, onPick }: FieldListProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const keys = useTagSearch(search.trim());
  const hasProvider = others.some(({ field }) => field === providerField);
  const found = fields.filter(
    ({ value, label }) =>
      label.toLowerCase().includes(wanted) && !(hasProvider && value === providerField),
  );
  const tags = keys.map((key) => ({ value: `tag:${key}`, label: key }));
  const isWaiting = found.some(({ value }) => needsService(value, others));
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search dimensions and tags"
        placeholder="Search dimensions and tags"
        autoFocus
        data-search
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className="choice-list">
        <FieldGroup label="Dimensions" items={found} others={others} onPick={onPick} />
        <FieldGroup label="Tags and virtual tags" items={tags} others={others} onPick={onPick} />
        {found.length + tags.length === 0 && (
          <Text size="sm" c="dimmed">
            No results
          </Text>
        )}
      </div>
      {isWaiting && (
        <Text size="xs" c="dimmed">
          Categories can be filtered once a service is.
        </Text>
      )}
    </Stack>
  );
}

const needsService = (field: string, others: readonly Condition[]): boolean =>
  field !== resourceField && lacksService(field, others);

interface FieldGroupProps extends FieldListProps {
  label: string;
  items: readonly { value: string; label: string }[];
}

function FieldGroup({ label, items, others, onPick }: FieldGroupProps) {
  if (items.length === 0) return null;
  return (
    <Stack gap={2} role="group" aria-label={label} mb="sm">
      <Text size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      {items.map((item) => (
        <Button
          key={item.value}
          data-choice
          size="compact-sm"
          variant="subtle"
          color="gray"
          justify="flex-start"
          fw={400}
          disabled={needsService(item.value, others)}
          onClick={() => onPick(item.value)}
        >
          {item.label}
        </Button>
      ))}
    </Stack>
  );
}
