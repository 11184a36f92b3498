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

export const reportsPath = '/v2/kubernetes_efficiency_reports';

const columns: Column<Schemas['KubernetesEfficiencyReport']>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/kubernetes/reports/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'filter',
    header: 'Filter',
    cell: (row) => <FilterText filter={row.filter} all="All clusters" />,
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
];

/** Stored questions about the efficiency of clusters. */
export function EfficiencyReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Kubernetes efficiency reports"
      text="A report is a filter of what clusters cost, with its dates and groupings."
      kind="Kubernetes efficiency report"
      path={reportsPath}
      rows="kubernetes_efficiency_reports"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={
        mayEdit
          ? { label: 'New Kubernetes efficiency report', to: '/kubernetes/reports/new' }
          : undefined
      }
      empty={{
        title: 'There are no Kubernetes efficiency reports',
        text: 'Create one for what you look at often, such as the namespaces of a team.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
