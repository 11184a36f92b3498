import { Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { FormPage } from '../../parts/FormPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { type RateDate, rateDates, workspacesPath } from './workspace.js';

const initial = {
  name: '',
  enable_currency_conversion: true,
  currency: 'USD',
  exchange_rate_date: 'daily_rate' as RateDate,
};
type Values = typeof initial;

export function NewWorkspace() {
  const save = (values: Values) => api.post(workspacesPath, { body: values }).then(created);
  return (
    <OnlyFor role="Owner" title="New workspace" what="Creating workspaces is">
      <WorkspaceForm title="New workspace" initial={initial} save={save} />
    </OnlyFor>
  );
}

export function EditWorkspace() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { workspace_token: token };
  const { data, error } = useGet('/v2/workspaces/{workspace_token}', { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const { name, enable_currency_conversion, currency } = data;
  const exchange_rate_date = data.exchange_rate_date as RateDate;
  return (
    <WorkspaceForm
      key={token}
      title={name}
      initial={{ name, enable_currency_conversion, currency, exchange_rate_date }}
      save={(body) => api.put('/v2/workspaces/{workspace_token}', { path, body })}
    />
  );
}

interface WorkspaceFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function WorkspaceForm({ title, initial: loaded, save }: WorkspaceFormProps) {
  const isOwner = useHasRole('Owner');
  const form = useForm(loaded, async (values) => {
    const saved = await save(values);
    await invalidate(workspacesPath, '/v2/me', '/v2/costs');
    toast(`Saved “${values.name}”.`);
    return saved;
  });
  const { enable_currency_conversion: converts, currency, exchange_rate_date: day } = form.values;
  return (
    <FormPage
      title={title}
      back={{ label: 'Workspaces', to: '/workspaces' }}
      form={form}
      isReadOnly={!isOwner}
    >
      <TextInput label="Name" required readOnly={!isOwner} {...form.text('name')} />
      <Switch
        label="Convert costs to one currency"
        description="If off, amounts are shown in the currency they were billed in."
        checked={converts}
        disabled={!isOwner}
        onChange={(event) => form.set('enable_currency_conversion', event.currentTarget.checked)}
      />
      {converts && (
        <>
          <Select
            label="Currency"
            maw={240}
            searchable
            allowDeselect={false}
            data={Intl.supportedValuesOf('currency')}
            value={currency}
            disabled={!isOwner}
            error={form.errorOf('currency')}
            onChange={(value) => form.set('currency', value ?? currency)}
          />
          <Radio.Group
            label="Exchange rate"
            value={day}
            onChange={(value) => form.set('exchange_rate_date', value)}
          >
            <Stack gap="sm" mt="sm">
              {rateDates.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} disabled={!isOwner} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </FormPage>
  );
}
