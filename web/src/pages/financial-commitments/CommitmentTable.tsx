import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/types.js';
import { formatDateRange } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatNumber } from '../../lib/money.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import { percentOf } from './percent.js';
import './commitments.css';

type Status = Answer<'/v2/financial_commitments/status'>;
type Row = Status['commitment_status'][number];

/** Commitments that end within this many days are marked. */
const soonDays = 60;

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Commitment',
    sort: ({ service, type }) => `${service} ${type}`,
    cell: ({ service, type, commitment_id: id, amount }) => (
      <div>
        {type.startsWith(service) ? type : `${service} ${type}`}
        {amount !== null && amount > 1 && ` × ${formatNumber(amount)}`}
        <Text size="xs" c="dimmed" maw={320} truncate title={id}>
          {id}
        </Text>
      </div>
    ),
  },
  { id: 'account', header: 'Account', sort: (row) => row.account, cell: (row) => row.account },
  { id: 'term', header: 'Term', cell: (row) => row.term ?? '–' },
  { id: 'payment', header: 'Payment', cell: (row) => row.payment_type ?? '–' },
  { id: 'hourly', header: 'Per hour', isNumeric: true, cell: (row) => row.commitment },
  {
    id: 'used',
    header: 'Used',
    isNumeric: true,
    sort: ({ utilization_percent: percent }) => approximate(percent ?? '-1'),
    cell: (row) => percentOf(row.utilization_percent),
  },
  {
    id: 'unused',
    header: 'Unused',
    isNumeric: true,
    sort: (row) => approximate(row.unused_cost),
    cell: (row) => <Money amount={row.unused_cost} currency={row.currency} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    sort: (row) => row.expiration_date,
    cell: (row) => <DateText day={row.expiration_date} />,
  },
  {
    id: 'state',
    header: 'Status',
    sort: (row) => row.days_left,
    cell: (row) => <State {...row} />,
  },
];

/** The words carry the meaning, the colour only adds emphasis. */
function State({ status, days_left: days }: Row) {
  const isEnding = status === 'active' && days < soonDays;
  const words = { expired: 'Expired', queued: 'Queued' }[status ?? ''] ?? 'Active';
  const left = days < 1 ? 'Expires today' : `${formatNumber(days)} days left`;
  return (
    <Badge className="commitment-state" data-state={isEnding ? 'ending' : status}>
      {isEnding ? left : words}
    </Badge>
  );
}

/** Those that end next come first. */
export function CommitmentTable({ status }: { status: Status }) {
  const [sorting, setSorting] = useState<Sorting>({ id: 'expires', isDescending: false });
  return (
    <>
      <DataTable
        label="Commitments"
        columns={columns}
        rows={status.commitment_status}
        keyOf={(row) => row.commitment_id}
        sorting={sorting}
        onSort={setSorting}
      />
      <Text size="xs" c="dimmed" mt="xs">
        Used and unused: {formatDateRange(status.start_date, status.end_date)}, in the currency of
        the bill.
      </Text>
    </>
  );
}
