import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type BillingProfile, profilesPath } from './profile-values.js';

const columns: Column<BillingProfile>[] = [
  {
    id: 'nickname',
    header: 'Nickname',
    sort: (row) => row.nickname,
    cell: (row) => (
      <Anchor component={Link} to={`/billing-profiles/${row.token}`} inherit>
        {row.nickname}
      </Anchor>
    ),
  },
  {
    id: 'company',
    header: 'Company',
    sort: (row) => row.billing_information_attributes.company_name ?? '',
    cell: (row) => row.billing_information_attributes.company_name ?? '–',
  },
  {
    id: 'adjustments',
    header: 'Adjustments',
    isNumeric: true,
    cell: (row) => row.invoice_adjustment_attributes.adjustment_items.length,
  },
  {
    id: 'accounts',
    header: 'Managed accounts',
    isNumeric: true,
    sort: (row) => Number(row.managed_accounts_count),
    cell: (row) => row.managed_accounts_count,
  },
  {
    id: 'updated',
    header: 'Changed',
    sort: (row) => row.updated_at,
    cell: (row) => <MomentText moment={row.updated_at} />,
  },
];

/** The seller data that invoices print. */
export function BillingProfiles() {
  const isOwner = useHasRole('Owner');
  return (
    <ListPage
      title="Billing profiles"
      text="Who issues invoices: address, bank details, taxes and discounts. A managed account without a profile of its own gets the oldest one."
      kind="billing profile"
      path={profilesPath}
      rows="billing_profiles"
      columns={columns}
      create={isOwner ? { label: 'New billing profile', to: '/billing-profiles/new' } : undefined}
      empty={{
        title: 'There are no billing profiles yet',
        text: 'Invoices need one: it has the name, address and bank details of the seller.',
      }}
      titleToDelete={isOwner ? (row) => row.nickname : undefined}
      usesOf={({ managed_accounts_count: count }) =>
        count === '0' ? [] : [count === '1' ? '1 managed account' : `${count} managed accounts`]
      }
    />
  );
}
