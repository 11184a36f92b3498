import {
  Checkbox,
  Fieldset,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { integrationName, useIntegrations } from '../../features/integrations/integration.js';
import type { useForm } from '../../parts/use-form.js';
import type { ManagedAccount, Values } from './managed-account.js';
import { Pipeline } from './Pipeline.js';

interface FieldsProps {
  form: ReturnType<typeof useForm<Values>>;
  isReadOnly: boolean;
}

/** Name, delegated integrations, rules and billing details of a managed account. */
export function AccountFields({
  account,
  form,
  isReadOnly,
}: FieldsProps & { account?: ManagedAccount }) {
  const { integrations = [] } = useIntegrations();
  const { values } = form;
  return (
    <>
      <TextInput label="Name" required readOnly={isReadOnly} {...form.text('name')} />
      <TextInput
        label="Contact"
        type="email"
        required
        readOnly={isReadOnly}
        description="Email address of the first owner, who is invited to the account."
        {...form.text('contact_email')}
      />
      <TextInput
        label="Email domain"
        readOnly={isReadOnly}
        description="Users of this domain belong to the account."
        placeholder="example.com"
        {...form.text('email_domain')}
      />
      <MultiSelect
        label="Integrations"
        description="The account sees their costs in its first workspace, read-only."
        searchable
        readOnly={isReadOnly}
        placeholder={values.access_credential_tokens.length === 0 ? 'None' : ''}
        data={integrations.map((each) => ({ value: each.token, label: integrationName(each) }))}
        value={values.access_credential_tokens}
        onChange={(tokens) => form.set('access_credential_tokens', tokens)}
        error={form.errorOf('access_credential_tokens')}
      />
      <Pipeline
        tokens={values.billing_rule_tokens}
        account={account}
        hasOtherIntegrations={
          account?.access_credential_tokens.join() !== values.access_credential_tokens.join()
        }
        error={form.errorOf('billing_rule_tokens')}
        isReadOnly={isReadOnly}
        onChange={(tokens) => form.set('billing_rule_tokens', tokens)}
      />
      <InvoiceFields form={form} isReadOnly={isReadOnly} />
    </>
  );
}

const addressFields = [
  { name: 'company_name', label: 'Company' },
  { name: 'address_line_1', label: 'Address' },
  { name: 'address_line_2', label: 'Address, second line' },
  { name: 'postal_code', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'country_code', label: 'Country, two letters' },
] as const;

function InvoiceFields({ form, isReadOnly }: FieldsProps) {
  const { values } = form;
  return (
    <Fieldset legend="Invoices">
      <Stack gap="md">
        <NumberInput
          label="Payment terms"
          w={220}
          min={0}
          max={365}
          allowDecimal={false}
          suffix=" days"
          readOnly={isReadOnly}
          value={values.payment_terms_days}
          onChange={(days) => form.set('payment_terms_days', days)}
          error={form.errorOf('payment_terms_days')}
        />
        <Checkbox
          label="Invoice the costs of the account's own integrations too"
          disabled={isReadOnly}
          checked={values.include_managed_account_integrations}
          onChange={(event) =>
            form.set('include_managed_account_integrations', event.currentTarget.checked)
          }
        />
        <TagsInput
          label="Send invoices to"
          description="Email addresses; press Enter after each."
          readOnly={isReadOnly}
          value={values.billing_email}
          onChange={(emails) => form.set('billing_email', emails)}
          error={form.errorOf('billing_email')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {addressFields.map(({ name, label }) => (
            <TextInput key={name} label={label} readOnly={isReadOnly} {...form.text(name)} />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
