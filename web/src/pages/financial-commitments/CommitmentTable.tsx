import { Badge, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { expiresSoonDays } from '../../../../src/domain/optimise/financial-commitments/expires-soon.js';
import type { Answer } from '../../api/types.js';
import { commitmentName } from '../../features/commitments/commitment.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import { shortId } from '../../../../src/domain/optimise/resources/short-id.js';
import { formatNumber } from '../../lib/money.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import { percentOf } from './percent.js';
import './commitments.css';

type Status = Answer<'/v2/financial_commitments/status'>;
type Row = Status['commitment_status'][number];

const columnsOf = (names: Names): Column<Row>[] => [
  {
    id: 'name',
    header: 'Commitment',
    sort: ({ service, type }) => `${service} ${type}`,
    cell: (row) => (
      <div>
        {commitmentName(row)}
        <Text size="xs" c="dimmed" maw={320} truncate title={row.commitment_id}>
          {shortId(row.commitment_id)}
        </Text>
      </div>
    ),
  },
  {
    id: 'account',
    header: 'Account',
    sort: (row) => names('account_id', row.account),
    cell: (row) => names('account_id', row.account),
  },
  { id: 'term', header: 'Term', cell: (row) => <Short text={row.term} /> },
  { id: 'payment', header: 'Payment', cell: (row) => <Short text={row.payment_type} /> },
  {
    id: 'hourly',
    header: 'Cost per hour',
    isNumeric: true,
    cell: ({ commitment }) =>
      commitment || (
        <Text span size="sm" c="dimmed" title="Not included in the costs shared with this account">
          Not shared
        </Text>
      ),
  },
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

const Short = ({ text }: { text: string | null }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{text ?? '–'}</span>
);

/** The words carry the meaning, the colour only adds emphasis. */
function State({ status, days_left: days }: Row) {
  const isEnding = status === 'active' && days < expiresSoonDays;
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
  const names = useNames();
  const columns = useMemo(() => columnsOf(names), [names]);
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
        Unused costs are in the currency of the bill.
      </Text>
    </>
  );
}
