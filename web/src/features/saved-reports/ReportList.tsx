import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { capitalize } from '../../lib/text.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { intervalLabel } from '../costs/intervals.js';
import { FilterText } from '../report-fields/FilterField.js';
import { groupingsOf, type ReportKind, type SavedReport } from './report-kind.js';

const columnsOf = ({ page, all, groupingLabel, view }: ReportKind): Column<SavedReport>[] => [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`${page}/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  { id: 'filter', header: 'Filter', cell: (row) => <FilterText filter={row.filter} all={all} /> },
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
  ...(view ? [viewColumn(view)] : []),
];

const viewColumn = ({ header, to, label }: NonNullable<ReportKind['view']>) => ({
  id: 'view',
  header,
  cell: (row: SavedReport) => (
    <Anchor
      component={Link}
      to={to}
      search={{ report: row.token } as never}
      aria-label={label(row.title)}
    >
      View
    </Anchor>
  ),
});

/** The saved reports of a kind in the current workspace. */
export function ReportList({ kind }: { kind: ReportKind }) {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  return (
    <ListPage
      title={`${capitalize(kind.name)}s`}
      text={kind.text}
      kind={kind.name}
      // One of the lists of reports stands for all: their rows have the same fields.
      path={kind.path as '/v2/network_flow_reports'}
      rows={kind.rows as 'network_flow_reports'}
      query={{ workspace_token: workspace?.token ?? '' }}
      columns={columnsOf(kind)}
      isSearched
      create={mayEdit ? { label: `New ${kind.name}`, to: `${kind.page}/new` } : undefined}
      empty={{ title: `There are no ${kind.name}s`, text: kind.emptyText }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}
