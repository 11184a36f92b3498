import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Dashboard, dashboardsPath } from './dashboard.js';
import { shownDates } from './shown-dates.js';

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
  { id: 'dates', header: 'Dates', cell: shownDates },
  {
    id: 'updated',
    header: 'Changed',
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
      text="Several cost reports on one page, with dates and filters that hold for all of them."
      kind="dashboard"
      path={dashboardsPath}
      rows="dashboards"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New dashboard', to: '/dashboards/new' } : undefined}
      empty={{
        title: 'There are no dashboards yet',
        text: 'Put the reports side by side that are looked at together, such as those of a monthly review.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
