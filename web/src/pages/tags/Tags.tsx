import { Anchor, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { invalidate, useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { useProviderNames } from '../../features/integrations/integration.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { useListState } from '../../parts/list-state.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { Pager } from '../../parts/Pager.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';

type Tag = Schemas['Tag'];
type Settings = Partial<Pick<Tag, 'hidden' | 'preferred'>>;

// A tag is either preferred or hidden: setting one resets the other.
const preferred: Settings = { preferred: true, hidden: false };
const hidden: Settings = { hidden: true, preferred: false };

const bulkChanges: { label: string; settings: Settings }[] = [
  { label: 'Prefer', settings: preferred },
  { label: 'Hide', settings: hidden },
  { label: 'Reset', settings: { hidden: false, preferred: false } },
];

async function update(keys: string[], settings: Settings): Promise<void> {
  try {
    await api.put('/v2/tags', { body: { tag_keys: keys, ...settings } });
    toast(keys.length === 1 ? `Updated the tag “${keys[0]}”.` : `Updated ${keys.length} tags.`);
  } catch (failure) {
    toast(asProblem(failure).message);
  }
  await invalidate('/v2/tags');
}

const columns: Column<Tag>[] = [
  {
    id: 'key',
    header: 'Key',
    sort: (row) => row.tag_key,
    cell: (row) => (
      <Anchor component={Link} to={`/tags/${encodeURIComponent(row.tag_key)}`}>
        {row.tag_key}
      </Anchor>
    ),
  },
  {
    id: 'preferred',
    header: 'Preferred',
    sort: (row) => Number(row.preferred),
    cell: (row) => (
      <Switch
        aria-label={`Prefer ${row.tag_key}`}
        checked={row.preferred}
        onChange={() =>
          void update([row.tag_key], row.preferred ? { preferred: false } : preferred)
        }
      />
    ),
  },
  {
    id: 'hidden',
    header: 'Hidden',
    sort: (row) => Number(row.hidden),
    cell: (row) => (
      <Switch
        aria-label={`Hide ${row.tag_key}`}
        checked={row.hidden}
        onChange={() => void update([row.tag_key], row.hidden ? { hidden: false } : hidden)}
      />
    ),
  },
];

export function Tags() {
  return (
    <OnlyFor role="Integration Owner" title="Tags" what="Tag settings are">
      <TagList />
    </OnlyFor>
  );
}

function TagList() {
  const namesOf = useProviderNames();
  const providers: Column<Tag> = {
    id: 'providers',
    header: 'Providers',
    cell: (row) => namesOf(row.providers),
  };
  const state = useListState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useDebouncedCallback(state.search, 250);
  const { data, error, isPlaceholderData } = useGet('/v2/tags', {
    query: { search_query: state.text || undefined, page: state.page, limit: 100 },
  });
  const apply = async (settings: Settings) => {
    await update([...selected], settings);
    setSelected(new Set());
  };
  const isEmpty = data?.tags.length === 0;
  return (
    <>
      <PageTitle
        title="Tags"
        text="Tag keys of the imported costs. Menus list preferred keys first and leave out hidden ones."
      />
      <Group mb="sm" gap="sm">
        <TextInput
          aria-label="Search tags"
          placeholder="Search"
          leftSection={<Icon name="search" size={14} />}
          defaultValue={state.text}
          onChange={(event) => search(event.currentTarget.value)}
        />
        {selected.size > 0 &&
          bulkChanges.map(({ label, settings }) => (
            <Button key={label} variant="default" onClick={() => void apply(settings)}>
              {label} {selected.size}
            </Button>
          ))}
      </Group>
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {isEmpty && state.text && <Text c="dimmed">No matches.</Text>}
      {isEmpty && !state.text && (
        <EmptyState
          title="There are no tags yet"
          text="Tags are imported with the bills. Import a bill whose costs have tags or labels."
          action={{ label: 'View integrations', to: '/integrations' }}
        />
      )}
      {data && !isEmpty && (
        <div className={isPlaceholderData ? 'stale' : ''}>
          <DataTable
            label="Tags"
            columns={[columns[0]!, providers, ...columns.slice(1)]}
            rows={data.tags}
            keyOf={(row) => row.tag_key}
            sorting={state.sorting}
            onSort={state.sort}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
      {data?.links && <Pager links={data.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}
