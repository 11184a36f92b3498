import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
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
import {
  type Balance,
  type Load,
  balancesOf,
  billOf,
  formatCount,
  formatDays,
  loadWords,
} from './load.js';

const perCurrency = (load: Load, show: (balance: Balance) => ReactNode) =>
  balancesOf(load).map((balance) => <div key={balance.currency}>{show(balance)}</div>);

const count = (id: 'rows_read' | 'lines' | 'rows_rejected', header: string): Column<Load> => ({
  id,
  header,
  isNumeric: true,
  sort: (row) => row[id],
  cell: (row) => formatCount(row[id]),
});

const amount = (id: 'source' | 'stored', header: string): Column<Load> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) =>
    perCurrency(row, ({ currency, ...sums }) => <Money amount={sums[id]} currency={currency} />),
});

const columns: Column<Load>[] = [
  {
    id: 'load',
    header: 'Load',
    sort: (row) => row.load_id,
    cell: (row) => (
      <Anchor
        component={Link}
        to={`/integrations/${row.integration_token}/loads/${row.load_id}`}
        title={row.partition}
      >
        {billOf(row)}
      </Anchor>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sort: (row) => row.status,
    cell: (row) => (
      <>
        {loadWords[row.status]}
        {row.status === 'failed' && row.reason && (
          <Text size="xs" c="dimmed" lineClamp={2} title={row.reason}>
            {row.reason}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'days',
    header: 'Days',
    sort: (row) => row.first_date ?? '',
    cell: ({ first_date: first, last_date: last }) =>
      first && last ? <time>{formatDays(first, last)}</time> : 'none',
  },
  count('rows_read', 'Rows read'),
  count('lines', 'Lines stored'),
  count('rows_rejected', 'Rejected'),
  amount('source', 'Source total'),
  amount('stored', 'Stored total'),
  {
    id: 'difference',
    header: 'Difference',
    isNumeric: true,
    cell: (row) => perCurrency(row, (balance) => <Difference {...balance} />),
  },
  { id: 'at', header: 'Finished', cell: (row) => <MomentText moment={row.finished_at} /> },
];

type Loads = ListAnswer & { loads: Load[] };

/** What an integration brought in, newest first. */
export function Loads({ integration }: { integration: Integration }) {
  const state = useListState();
  const mayImport = useHasRole('Integration Owner');
  const { data, error, isPlaceholderData } = useGet<Loads>('/console/imports', {
    integration_token: integration.token,
    page: state.page,
    limit: 50,
  });
  return (
    <>
      {mayImport && <ImportBill integration={integration} />}
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton />}
      {data?.loads.length === 0 && (
        <EmptyState
          title="Nothing has been imported yet"
          text="Each import is entered here with its books: what the bill adds up to and what was stored."
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
      {data && <Pager links={data.links} page={state.page} onPage={state.turn} />}
    </>
  );
}
