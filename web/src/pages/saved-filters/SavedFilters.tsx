import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type SavedFilter, savedFiltersPath } from './saved-filter.js';

const columns: Column<SavedFilter>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/saved-filters/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  { id: 'filter', header: 'Filter', cell: (row) => <FilterText filter={row.filter} /> },
  {
    id: 'reports',
    header: 'Cost reports',
    isNumeric: true,
    cell: (row) => row.cost_report_tokens.length,
    sort: (row) => row.cost_report_tokens.length,
  },
  {
    id: 'created',
    header: 'Created',
    cell: (row) => <MomentText moment={row.created_at} />,
    sort: (row) => row.created_at,
  },
];

function FilterText({ filter }: { filter: string | null }) {
  if (!filter) return 'All costs';
  return (
    <Text ff="monospace" size="xs" lineClamp={2} title={filter}>
      {filter}
    </Text>
  );
}

export function SavedFilters() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Saved filters"
      text="Filters that cost reports share. Changes to a saved filter apply to every report that uses it."
      kind="saved filter"
      path={savedFiltersPath}
      rows="saved_filters"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New saved filter', to: '/saved-filters/new' } : undefined}
      empty={{
        title: 'There are no saved filters yet',
        text: 'Create a filter for reports to share, such as one team or one environment.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
      usesOf={({ cost_report_tokens: { length } }) =>
        length === 0 ? [] : [length === 1 ? '1 cost report' : `${length} cost reports`]
      }
    />
  );
}
