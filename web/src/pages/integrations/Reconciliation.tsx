import { formatNumber } from '../../lib/money.js';
import { Text } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import type { Integration } from '../../features/integrations/integration.js';
import { formatBin } from '../../lib/dates.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Difference } from './Difference.js';

type Month = Schemas['ReconciledMonth'];

const count = (id: 'rows' | 'rejected_rows' | 'lines', header: string): Column<Month> => ({
  id,
  header,
  isNumeric: true,
  sort: (row) => row[id],
  cell: (row) => formatNumber(row[id]),
});

const amount = (id: 'source_total' | 'stored_total', header: string): Column<Month> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const columns: Column<Month>[] = [
  {
    id: 'month',
    header: 'Month',
    sort: (row) => row.month,
    cell: (row) => formatBin(`${row.month}-01`, 'month'),
  },
  { id: 'currency', header: 'Currency', cell: (row) => row.currency },
  count('rows', 'Rows stored'),
  count('rejected_rows', 'Rejected rows'),
  count('lines', 'Lines stored'),
  amount('source_total', 'Source total'),
  amount('stored_total', 'Stored total'),
  {
    id: 'difference',
    header: 'Difference',
    isNumeric: true,
    cell: (row) => <Difference {...row} />,
  },
];

/** Compares the totals of the bills with the stored ones, month by month. */
export function Reconciliation({ integration }: { integration: Integration }) {
  const state = useListState();
  const { data, error } = useGet('/v2/reconciliation', {
    query: { integration_token: integration.token, page: state.page, limit: 100 },
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <TableSkeleton />;
  if (data.reconciliation.length === 0) {
    return (
      <EmptyState
        title="There is nothing to reconcile yet"
        text="Once a bill is imported, each of its months is listed here with the total of the bill and the stored total."
      />
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        By billing month, in the currency of the bill. Stored totals are calculated when the page is
        loaded.
      </Text>
      <DataTable
        label="Reconciliation"
        columns={columns}
        rows={data.reconciliation}
        keyOf={(row) => `${row.month} ${row.currency}`}
        sorting={state.sorting ?? { id: 'month', isDescending: true }}
        onSort={state.sort}
      />
      <Pager links={data.links} page={state.page} onPage={state.openPage} />
    </>
  );
}
