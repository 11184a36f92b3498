import { Anchor, SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { formatBin, formatDay } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import type { Column } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import {
  type Invoice,
  type InvoiceStatus,
  invoicesPath,
  statusLabels,
  statuses,
} from './invoice.js';
import { StatusBadge } from './StatusBadge.js';

const columns: Column<Invoice>[] = [
  {
    id: 'number',
    header: 'Number',
    sort: (row) => row.created_at,
    cell: (row) => (
      <Anchor component={Link} to={`/invoices/${row.token}`} inherit className="invoice-number">
        {row.invoice_number}
      </Anchor>
    ),
  },
  {
    id: 'status',
    header: 'State',
    sort: (row) => row.status,
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    id: 'account',
    header: 'Account',
    sort: (row) => row.account_name,
    cell: (row) => row.account_name,
  },
  {
    id: 'period',
    header: 'Billing period',
    sort: (row) => row.billing_period_start,
    cell: (row) => formatBin(row.billing_period_start, 'month'),
  },
  {
    id: 'total',
    header: 'Total',
    isNumeric: true,
    sort: (row) => approximate(row.total ?? '0'),
    cell: (row) =>
      row.total === null ? '–' : <Money amount={row.total} currency={row.currency ?? ''} />,
  },
  {
    id: 'due',
    header: 'Due',
    sort: (row) => row.due_date ?? '',
    cell: (row) => (row.due_date ? formatDay(row.due_date) : '–'),
  },
];

/** The invoices of managed accounts; the state that is chosen lives in the URL. */
export function Invoices() {
  const isOwner = useHasRole('Owner');
  const { status = '' }: { status?: string } = useSearch({ strict: false });
  const chosen = statuses.find((each) => each === status);
  return (
    <ListPage
      title="Invoices"
      text="What managed accounts owe for a month. A draft becomes visible to its account once it is approved."
      kind="invoice"
      path={invoicesPath}
      rows="invoices"
      query={{ status: chosen }}
      columns={columns}
      create={isOwner ? { label: 'New invoice', to: '/invoices/new' } : undefined}
      empty={
        chosen
          ? { title: 'No matches', text: 'No invoice has this state.' }
          : {
              title: 'There are no invoices yet',
              text: 'Create one for a managed account and a month that has ended.',
            }
      }
      filters={<StatusChoice chosen={chosen} />}
    />
  );
}

function StatusChoice({ chosen }: { chosen: InvoiceStatus | undefined }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      mb="sm"
      aria-label="State"
      value={chosen ?? 'all'}
      onChange={(value) =>
        void navigate({
          to: '.',
          search: { status: value === 'all' ? '' : value },
          replace: true,
        })
      }
      data={[
        { value: 'all', label: 'All' },
        ...statuses.map((value) => ({ value, label: statusLabels[value] })),
      ]}
    />
  );
}
