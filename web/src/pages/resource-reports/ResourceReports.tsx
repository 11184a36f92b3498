import { Anchor, Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type ResourceReport, resourceReportPage, resourceReportsPath } from './resource-report.js';

/** Saved filters of resources with their columns. */
export function ResourceReports() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title="Resource reports"
      text="Saved lists of resources: a filter and the columns to show."
      kind="resource report"
      path={resourceReportsPath}
      rows="resource_reports"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New resource report', to: '/resource-reports/new' } : undefined}
      empty={{
        title: 'There are no resource reports',
        text: 'A report lists the resources that match a filter, such as all instances of a team.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}

const columns: Column<ResourceReport>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={resourceReportPage(row.token)} inherit>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'filter',
    header: 'Filter',
    cell: (row) => (row.filter ? <Code>{row.filter}</Code> : 'All resources'),
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
];
