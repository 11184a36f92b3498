import { Anchor, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
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

type TagValue = Schemas['TagValue'];

const valueColumn: Column<TagValue> = {
  id: 'value',
  header: 'Value',
  sort: (row) => row.tag_value,
  cell: (row) => row.tag_value || '(empty)',
};

export function TagValues() {
  return (
    <OnlyFor role="Integration Owner" title="Tag" what="Tag settings are">
      <TagValueList />
    </OnlyFor>
  );
}

function TagValueList() {
  const { key = '' }: { key?: string } = useParams({ strict: false });
  const namesOf = useProviderNames();
  const providerColumn: Column<TagValue> = {
    id: 'providers',
    header: 'Providers',
    cell: (row) => namesOf(row.providers),
  };
  const state = useListState();
  const search = useDebouncedCallback(state.search, 250);
  const { data, error, isPlaceholderData } = useGet('/v2/tags/{key}/values', {
    path: { key },
    query: { search_query: state.text || undefined, page: state.page, limit: 100 },
  });
  return (
    <>
      <Anchor component={Link} to="/tags" size="sm">
        <Group gap={4} mb="xs" display="inline-flex">
          <Icon name="back" size={14} /> Tags
        </Group>
      </Anchor>
      <PageTitle title={key} text="Values of this tag on the imported costs." />
      <TextInput
        mb="sm"
        maw={240}
        aria-label="Search values"
        placeholder="Search"
        leftSection={<Icon name="search" size={14} />}
        defaultValue={state.text}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data?.tag_values.length === 0 && (
        <EmptyState title="No matches" text="No cost has such a value of this tag." />
      )}
      {data && data.tag_values.length > 0 && (
        <div className={isPlaceholderData ? 'stale' : ''}>
          <DataTable
            label="Values"
            columns={[valueColumn, providerColumn]}
            rows={data.tag_values}
            keyOf={(row) => row.tag_value}
            sorting={state.sorting}
            onSort={state.sort}
          />
        </div>
      )}
      {data && <Pager links={data.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}
