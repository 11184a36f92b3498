import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Dashboard, dashboardsPath } from '../../features/dashboards/layout.js';
import { dateText } from './date-text.js';

const columns: Column<Dashboard>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/dashboards/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'widgets',
    header: 'Widgets',
    isNumeric: true,
    sort: (row) => row.widgets.length,
    cell: (row) => row.widgets.length,
  },
  { id: 'dates', header: 'Date range', cell: dateText },
  {
    id: 'updated',
    header: 'Updated',
    sort: (row) => row.updated_at,
    cell: (row) => <MomentText moment={row.updated_at} />,
  },
];

export function Dashboards() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Dashboards"
      text="Several cost reports on one page, with a shared date range and shared filters."
      kind="dashboard"
      path={dashboardsPath}
      rows="dashboards"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New dashboard', to: '/dashboards/new' } : undefined}
      empty={{
        title: 'There are no dashboards yet',
        text: 'Create one to see related cost reports side by side, for example for a monthly review.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
