import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type Workspace, rateDates, workspacesPath } from './workspace.js';

const columns: Column<Workspace>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: (row) => row.name,
    cell: (row) => (
      <Anchor component={Link} to={`/workspaces/${row.token}`}>
        {row.name}
      </Anchor>
    ),
  },
  { id: 'currency', header: 'Currency', cell: (row) => row.currency, sort: (row) => row.currency },
  {
    id: 'conversion',
    header: 'Currency conversion',
    cell: (row) =>
      row.enable_currency_conversion
        ? (rateDates.find(({ value }) => value === row.exchange_rate_date)?.label ?? 'Converted')
        : 'Not converted',
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
];

export function Workspaces() {
  const isOwner = useHasRole('Owner');
  return (
    <ListPage
      title="Workspaces"
      text="A workspace has its own reports, currency and integrations."
      kind="workspace"
      path={workspacesPath}
      rows="workspaces"
      columns={columns}
      isSearched
      create={isOwner ? { label: 'New workspace', to: '/workspaces/new' } : undefined}
      empty={{
        title: 'No workspaces',
        text: 'Ask an owner of the organization to give one of your teams access to a workspace.',
      }}
      titleToDelete={isOwner ? (row) => row.name : undefined}
      usesOf={() => [
        'its cost reports, dashboards, segments and saved filters, which are deleted too',
      ]}
    />
  );
}
