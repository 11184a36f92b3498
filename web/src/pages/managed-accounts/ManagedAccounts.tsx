import { Anchor, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import { type ManagedAccount, accountsPath, lookInto } from './managed-account.js';

const columns: Column<ManagedAccount>[] = [
  {
    id: 'name',
    header: 'Account',
    sort: (row) => row.name,
    cell: (row) => (
      <Anchor component={Link} to={`/managed-accounts/${row.token}`}>
        {row.name}
      </Anchor>
    ),
  },
  {
    id: 'contact',
    header: 'Contact',
    sort: (row) => row.contact_email,
    cell: (row) => row.contact_email,
  },
  { id: 'domain', header: 'Email domain', cell: (row) => row.email_domain ?? 'none' },
  {
    id: 'integrations',
    header: 'Integrations',
    isNumeric: true,
    sort: (row) => row.access_credential_tokens.length,
    cell: (row) => row.access_credential_tokens.length,
  },
  {
    id: 'rules',
    header: 'Billing rules',
    isNumeric: true,
    sort: (row) => row.billing_rule_tokens.length,
    cell: (row) => row.billing_rule_tokens.length,
  },
  {
    id: 'terms',
    header: 'Payment terms',
    isNumeric: true,
    sort: (row) => row.payment_terms_days ?? 0,
    cell: (row) => `${row.payment_terms_days} days`,
  },
];

/** The accounts that this account bills. */
export function ManagedAccounts() {
  const mayWrite = useHasRole('Integration Owner');
  return (
    <ListPage
      title="Managed accounts"
      text="Accounts that you bill, each with its own users, workspaces and tokens. They see the costs of the integrations that you delegate, after your billing rules."
      kind="managed account"
      path={accountsPath}
      rows="managed_accounts"
      columns={columns}
      create={mayWrite ? { label: 'New managed account', to: '/managed-accounts/new' } : undefined}
      empty={{
        title: 'There are no managed accounts yet',
        text: 'Create one for each customer or department whose costs you bill.',
      }}
      {...(mayWrite && {
        actions: (row: ManagedAccount) => (
          <Menu.Item onClick={() => void lookInto(row)}>Look into this account</Menu.Item>
        ),
      })}
      titleToDelete={mayWrite ? (row) => row.name : undefined}
      usesOf={() => ['Its users, workspaces, integrations and costs are deleted with it']}
    />
  );
}
