import { Button, Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../../api/current-user.js';
import { readKnownValues } from '../../../parts/vql/known-values.js';
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
  initial?: Condition;
  names: Names;
  /** Undefined removes the condition. */
  onDone: (next: Condition | undefined) => void;
}

/** The option for costs without a value of the field. */
const missing = '(missing)';

/** The form of one condition of the filter. */
export function ConditionForm({ initial, names, onDone }: ConditionFormProps) {
  const [field, setField] = useState(initial?.field ?? 'costs.service');
  const [operator, setOperator] = useState<Operator>(initial?.operator ?? 'is');
  const [values, setValues] = useState(initial?.values.map((value) => value ?? missing) ?? []);
  const { options, valueOf, labelFor } = useOptions(field, names);
  const tags = useTagKeys().map((key) => ({ value: `tag:${key}`, label: key }));
  const selectField = (next: string | null) => {
    if (!next) return;
    setField(next);
    setOperator('is');
    setValues([]);
  };
  const isUnlisted =
    !fields.some(({ value }) => value === field) && !tags.some((tag) => tag.value === field);
  const apply = () =>
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
            { group: 'Dimensions', items: fields.map(({ value, label }) => ({ value, label })) },
            {
              group: 'Tags',
              items: [...tags, ...(isUnlisted ? [{ value: field, label: labelOf(field) }] : [])],
            },
          ]}
          value={field}
          onChange={selectField}
        />
        <Select
          label="Operator"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={operatorsOf(field)}
          value={operator}
          onChange={(next) => setOperator(next as Operator)}
        />
      </Group>
      <TagsInput
        label={operator === 'is like' ? 'Pattern' : 'Values'}
        description={operator === 'is like' ? '% matches any characters.' : undefined}
        comboboxProps={{ withinPortal: false }}
        data={operator === 'is like' ? [] : options}
        value={values.map(labelFor)}
        {...(operator === 'is like' ? { maxTags: 1 } : {})}
        onChange={(next) => setValues(next.map(valueOf))}
        data-autofocus
      />
      {values.includes(missing) && values.length > 1 && (
        <Text size="xs" c="dimmed">
          “{missing}” cannot be combined with other values.
        </Text>
      )}
      <Group justify="space-between">
        {initial ? (
          <Button variant="default" size="xs" onClick={() => onDone(undefined)}>
            Remove
          </Button>
        ) : (
          <span />
        )}
        <Button
          size="xs"
          disabled={values.length === 0 || (values.includes(missing) && values.length > 1)}
          onClick={apply}
        >
          Apply
        </Button>
      </Group>
    </Stack>
  );
}

const maxOptions = 200;

/** The values of a field, by display name. */
function useOptions(field: string, names: Names) {
  const workspace = useWorkspace()?.token;
  const key = tagKeyOf(field);
  const { data = [] } = useQuery({
    queryKey: ['known values', field, workspace],
    queryFn: () => readKnownValues(key === undefined ? field : 'tags.value', workspace, key),
  });
  const grouping = fields.find(({ value }) => value === field)?.grouping ?? field;
  const byLabel = new Map(data.map(({ value }) => [names(grouping, value), value]));
  const canBeMissing = !['costs.provider', 'costs.service'].includes(field);
  return {
    options: [...byLabel.keys()].slice(0, maxOptions).concat(canBeMissing ? [missing] : []),
    valueOf: (label: string) => byLabel.get(label) ?? label,
    labelFor: (value: string) => names(grouping, value),
  };
}
