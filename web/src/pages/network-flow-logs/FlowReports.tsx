import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { intervalLabel } from '../../features/costs/intervals.js';
import { FilterText } from '../../features/report-fields/FilterField.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { groupingLabel, groupingsOf } from './groupings.js';

export const flowReportsPath = '/v2/network_flow_reports';

const columns: Column<Schemas['NetworkFlowReport']>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/network-flows/reports/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'filter',
    header: 'Filter',
    cell: (row) => <FilterText filter={row.filter} all="All flows" />,
  },
  { id: 'dates', header: 'Date range', cell: (row) => intervalLabel(row.date_interval ?? '') },
  {
    id: 'groupings',
    header: 'Grouped by',
    cell: (row) => groupingsOf(row).map(groupingLabel).join(', '),
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
  {
    id: 'flows',
    header: 'Flows',
    cell: (row) => (
      <Anchor
        component={Link}
        to="/network-flows"
        search={{ report: row.token } as never}
        aria-label={`View the flows of ${row.title}`}
      >
        View
      </Anchor>
    ),
  },
];

/** Stored questions to flow logs. */
export function FlowReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Network flow reports"
      text="A report is a filter of network flows with its dates and groupings. “Network flows” draws the one that is chosen there."
      kind="network flow report"
      path={flowReportsPath}
      rows="network_flow_reports"
      query={{ workspace_token: workspace?.token ?? '' }}
      columns={columns}
      isSearched
      create={
        mayEdit ? { label: 'New network flow report', to: '/network-flows/reports/new' } : undefined
      }
      empty={{
        title: 'There are no network flow reports',
        text: 'Create one to see flows: for all of them, a report without a filter.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
