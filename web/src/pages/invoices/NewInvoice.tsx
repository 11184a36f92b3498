import { Alert, Anchor, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { firstOfMonth, formatBin, lastOfMonth, today } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { created, useForm } from '../../parts/use-form.js';
import { invoicesPath } from './invoice.js';

/** Only months that have ended are billed. */
const billableMonths = Array.from({ length: 24 }, (_, index) =>
  firstOfMonth(today(), -1 - index),
).map((month) => ({ value: month, label: formatBin(month, 'month') }));

const labels = { account_token: 'Managed account', billing_period_start: 'Billing period' };

/** Creates an invoice and opens it. */
export function NewInvoice() {
  const accounts = useGet('/v2/managed_accounts', { query: { limit: 1000 } });
  const profiles = useGet('/v2/billing_profiles', { query: { limit: 1 } });
  const form = useForm(
    { account_token: '', billing_period_start: billableMonths[0]!.value },
    async ({ account_token, billing_period_start: start }) => {
      const billing_period_end = lastOfMonth(start);
      const body = { account_token, billing_period_start: start, billing_period_end };
      const invoice = await api.post(invoicesPath, { body });
      await invalidate(invoicesPath);
      return created(invoice);
    },
    { labels },
  );
  return (
    <FormPage
      title="New invoice"
      back={{ label: 'Invoices', to: '/invoices' }}
      form={form}
      saveLabel="Create invoice"
    >
      {accounts.error && <ErrorNote error={accounts.error} />}
      <Missing
        what="managed account"
        to="/managed-accounts/new"
        isMissing={accounts.data?.managed_accounts.length === 0}
      />
      <Missing
        what="billing profile"
        to="/billing-profiles/new"
        isMissing={profiles.data?.billing_profiles.length === 0}
      />
      <Text size="sm" c="dimmed">
        The invoice is generated as a draft, from the costs of the account after its billing rules.
        Nobody outside this account sees it until you approve it.
      </Text>
      <Select
        label="Managed account"
        required
        searchable
        data={(accounts.data?.managed_accounts ?? []).map(({ token, name }) => ({
          value: token,
          label: name,
        }))}
        value={form.values.account_token || null}
        onChange={(value) => form.set('account_token', value ?? '')}
        error={form.errorOf('account_token')}
        nothingFoundMessage="No managed account has this name"
      />
      <Select
        label="Billing period"
        required
        allowDeselect={false}
        data={billableMonths}
        value={form.values.billing_period_start}
        onChange={(value) => value && form.set('billing_period_start', value)}
        error={form.errorOf('billing_period_start')}
      />
    </FormPage>
  );
}

/** What has to exist before the first invoice. */
function Missing({ what, to, isMissing }: { what: string; to: string; isMissing: boolean }) {
  if (!isMissing) return null;
  return (
    <Alert variant="default" title={`There is no ${what} yet`}>
      Invoices need one.{' '}
      <Anchor component={Link} to={to} inherit underline="always">
        Create a {what}
      </Anchor>
    </Alert>
  );
}
