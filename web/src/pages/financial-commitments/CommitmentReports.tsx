import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { intervalLabel } from '../../features/costs/intervals.js';
import { FilterText } from '../../features/report-fields/FilterField.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { reportsPath } from './figures.js';
import { groupingLabel, groupingsOf } from './groupings.js';

const columns: Column<Schemas['FinancialCommitmentReport']>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/commitments/reports/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'filter',
    header: 'Filter',
    cell: (row) => <FilterText filter={row.filter} all="All costs of AWS" />,
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
    id: 'figures',
    header: 'Figures',
    cell: (row) => (
      <Anchor
        component={Link}
        to="/commitments"
        search={{ report: row.token } as never}
        aria-label={`View the figures of ${row.title}`}
      >
        View
      </Anchor>
    ),
  },
];

/** Stored questions about coverage and utilization. */
export function CommitmentReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Commitment reports"
      text="A report is a filter of costs with its dates and groupings. “Commitments” shows the coverage, utilization and savings of the one that is chosen there."
      kind="commitment report"
      path={reportsPath}
      rows="financial_commitment_reports"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={
        mayEdit ? { label: 'New commitment report', to: '/commitments/reports/new' } : undefined
      }
      empty={{
        title: 'There are no commitment reports',
        text: 'Create one to see coverage and utilization: for all costs of AWS, a report without a filter.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
