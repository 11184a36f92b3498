import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../../api/current-user.js';

export const filterNames = [
  'action',
  'source',
  'object_type',
  'object_name',
  'workspace_token',
  'start_date',
  'end_date',
  'object_token',
  'user',
] as const;

export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>;

const choices = {
  action: {
    label: 'Change',
    data: [
      { value: 'create', label: 'Created' },
      { value: 'update', label: 'Updated' },
      { value: 'delete', label: 'Deleted' },
    ],
  },
  source: {
    label: 'Source',
    data: [
      { value: 'console', label: 'Console' },
      { value: 'api', label: 'API' },
    ],
  },
  object_type: {
    label: 'Object type',
    data: [
      { value: 'cost_report', label: 'Cost report' },
      { value: 'segment', label: 'Segment' },
      { value: 'virtual_tag', label: 'Virtual tag' },
    ],
  },
};

/** The filters live in the URL; a change returns to the first page. */
export function Filters() {
  const search: AuditFilters = useSearch({ strict: false });
  const navigate = useNavigate();
  const workspaces = useMe()?.workspaces ?? [];
  const change = (next: AuditFilters) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  const changeDebounced = useDebouncedCallback(change, 400);
  const isFiltered = filterNames.some((name) => search[name]);
  const selects = {
    ...choices,
    workspace_token: {
      label: 'Workspace',
      data: workspaces.map(({ token, name }) => ({ value: token, label: name })),
    },
  };
  return (
    <Group component="search" gap="sm" mb="md" align="flex-end">
      {Object.entries(selects).map(([name, { label, data }]) => (
        <Select
          key={name}
          label={label}
          w={130}
          clearable
          placeholder="Any"
          data={data}
          value={search[name as keyof typeof selects] ?? null}
          onChange={(value) => change({ [name]: value ?? '' })}
        />
      ))}
      <TextInput
        key={`name ${isFiltered}`}
        label="Title"
        w={140}
        placeholder="Exact title"
        defaultValue={search.object_name ?? ''}
        onChange={(event) => changeDebounced({ object_name: event.currentTarget.value.trim() })}
      />
      <TextInput
        label="From"
        type="date"
        w={140}
        value={search.start_date ?? ''}
        onChange={(event) => change({ start_date: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        w={140}
        value={search.end_date ?? ''}
        onChange={(event) => change({ end_date: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
