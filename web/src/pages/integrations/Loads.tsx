import { formatDateRange } from '../../lib/dates.js';
import { formatNumber } from '../../lib/money.js';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { type Load, hasWarnings } from '../../features/integrations/import-run.js';
import { loadPath } from '../../features/integrations/ImportResult.js';
import type { Integration } from '../../features/integrations/integration.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money, MomentText } from '../../parts/figures.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Difference } from './Difference.js';
import { ImportBill } from './ImportBill.js';
import { type LoadTotals, loadStatusLabels, loadTitle, totalsByCurrency } from './load.js';

const perCurrency = (load: Load, render: (totals: LoadTotals) => ReactNode) =>
  totalsByCurrency(load).map((totals) => <div key={totals.currency}>{render(totals)}</div>);

const count = (
  id: 'rows_read' | 'rows_stored' | 'rows_rejected',
  header: string,
): Column<Load> => ({
  id,
  header,
  isNumeric: true,
  sort: (row) => row[id],
  cell: (row) => formatNumber(row[id]),
});

const amount = (id: 'source' | 'stored', header: string): Column<Load> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) =>
    perCurrency(row, (totals) => <Money amount={totals[id]} currency={totals.currency} />),
});

const columns: Column<Load>[] = [
  {
    id: 'load',
    header: 'Load',
    sort: (row) => row.load_id,
    cell: (row) => (
      <Anchor component={Link} to={loadPath(row)} title={row.partition}>
        {loadTitle(row)}
      </Anchor>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sort: (row) => row.status,
    cell: (row) => (
      <>
        {loadStatusLabels[row.status]}
        {row.status !== 'failed' && hasWarnings([row]) && (
          <Anchor component={Link} to={loadPath(row)} size="xs" display="block">
            Imported with warnings
          </Anchor>
        )}
        {row.status === 'failed' && row.reason && (
          <Text size="xs" c="dimmed" lineClamp={2} title={row.reason}>
            {row.reason}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'dates',
    header: 'Date range',
    sort: (row) => row.first_date ?? '',
    cell: ({ first_date: first, last_date: last }) =>
      first && last ? <time>{formatDateRange(first, last)}</time> : 'none',
  },
  count('rows_read', 'Rows read'),
  count('rows_stored', 'Rows stored'),
  count('rows_rejected', 'Rejected rows'),
  amount('source', 'Source total'),
  amount('stored', 'Stored total'),
  {
    id: 'difference',
    header: 'Difference',
    isNumeric: true,
    cell: (row) => perCurrency(row, (totals) => <Difference {...totals} />),
  },
  { id: 'at', header: 'Finished', cell: (row) => <MomentText moment={row.finished_at} /> },
];

/** The loads of an integration, newest first, and a drop zone to import another bill. */
export function Loads({ integration }: { integration: Integration }) {
  const state = useListState();
  const mayImport = useHasRole('Integration Owner');
  const { data, error, isPlaceholderData } = useGet('/console/imports', {
    query: { integration_token: integration.token, page: state.page, limit: 50 },
  });
  return (
    <>
      {mayImport && <ImportBill integration={integration} />}
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data?.loads.length === 0 && (
        <EmptyState
          title="There are no loads yet"
          text="Each imported bill is listed here with its total and the total that was stored."
        />
      )}
      {data && data.loads.length > 0 && (
        <div className={isPlaceholderData ? 'stale' : ''}>
          <DataTable
            label="Loads"
            columns={columns}
            rows={data.loads}
            keyOf={(row) => String(row.load_id)}
            sorting={state.sorting}
            onSort={state.sort}
          />
        </div>
      )}
      {data && <Pager links={data.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}
