import { Button, Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.js';
import { useWorkspace } from '../../../api/who.js';
import { knownValues } from '../../../parts/vql/known-values.js';
import {
  type Condition,
  type Operator,
  fields,
  labelOf,
  operatorsOf,
  tagKeyOf,
} from '../../costs/filter/condition.js';
import type { Names } from '../../costs/use-names.js';
import { useTagKeys } from '../../costs/use-tag-keys.js';

interface ConditionFormProps {
  start?: Condition;
  names: Names;
  /** Undefined takes the condition away. */
  onDone: (next: Condition | undefined) => void;
}

/** Stands for costs that lack the field. */
const missing = '(missing)';

export function ConditionForm({ start, names, onDone }: ConditionFormProps) {
  const [field, setField] = useState(start?.field ?? 'costs.service');
  const [operator, setOperator] = useState<Operator>(start?.operator ?? 'is');
  const [values, setValues] = useState(start?.values.map((value) => value ?? missing) ?? []);
  const { options, valueOf, labelFor } = useOptions(field, names);
  const tags = useTagKeys().map((key) => ({ value: `tag:${key}`, label: key }));
  const choose = (next: string | null) => {
    if (!next) return;
    setField(next);
    setOperator('is');
    setValues([]);
  };
  const isOwn =
    !fields.some(({ value }) => value === field) && !tags.some((tag) => tag.value === field);
  const done = () =>
    onDone({
      field,
      operator,
      values: values.map((value) => (value === missing ? null : value)),
    });
  return (
    <Stack gap="sm">
      <Group gap="sm" grow>
        <Select
          label="Field"
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { group: 'Of the bill', items: fields.map(({ value, label }) => ({ value, label })) },
            {
              group: 'Tags',
              items: [...tags, ...(isOwn ? [{ value: field, label: labelOf(field) }] : [])],
            },
          ]}
          value={field}
          onChange={choose}
        />
        <Select
          label="Test"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={operatorsOf(field)}
          value={operator}
          onChange={(next) => setOperator(next as Operator)}
        />
      </Group>
      <TagsInput
        label={operator === 'is like' ? 'Pattern' : 'Values'}
        description={operator === 'is like' ? '% stands for anything.' : undefined}
        comboboxProps={{ withinPortal: false }}
        data={operator === 'is like' ? [] : options}
        value={values.map(labelFor)}
        {...(operator === 'is like' ? { maxTags: 1 } : {})}
        onChange={(next) => setValues(next.map(valueOf))}
        data-autofocus
      />
      {values.includes(missing) && values.length > 1 && (
        <Text size="xs" c="dimmed">
          “{missing}” stands alone: take the other values away.
        </Text>
      )}
      <Group justify="space-between">
        {start ? (
          <Button variant="default" size="xs" onClick={() => onDone(undefined)}>
            Remove
          </Button>
        ) : (
          <span />
        )}
        <Button
          size="xs"
          disabled={values.length === 0 || (values.includes(missing) && values.length > 1)}
          onClick={done}
        >
          Apply
        </Button>
      </Group>
    </Stack>
  );
}

const mostOptions = 200;

/** Values that there are, by the names that people know. */
function useOptions(field: string, names: Names) {
  const workspace = useWorkspace()?.token;
  const key = tagKeyOf(field);
  const asked = key === undefined ? field : 'tags.value';
  const before = key === undefined ? '' : `tags.name = '${key.replaceAll("'", "''")}'`;
  const { data = [] } = useQuery({
    queryKey: ['known values', field, workspace],
    queryFn: () => knownValues(queries, asked, workspace, before),
  });
  const grouping = fields.find(({ value }) => value === field)?.grouping ?? field;
  const byLabel = new Map(data.map(({ value }) => [names(grouping, value), value]));
  const canMiss = !['costs.provider', 'costs.service'].includes(field);
  return {
    options: [...byLabel.keys()].slice(0, mostOptions).concat(canMiss ? [missing] : []),
    valueOf: (label: string) => byLabel.get(label) ?? label,
    labelFor: (value: string) => names(grouping, value),
  };
}
