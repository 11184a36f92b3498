import { Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
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

const workspacePath = '/v2/workspaces/{workspace_token}';

export const EditWorkspace = () => (
  <ObjectPage path={workspacePath}>
    {({ token, name, enable_currency_conversion, currency, exchange_rate_date: day }) => (
      <WorkspaceForm
        title={name}
        initial={{
          name,
          enable_currency_conversion,
          currency,
          exchange_rate_date: day as RateDate,
        }}
        save={(body) => api.put(workspacePath, { path: { workspace_token: token }, body })}
      />
    )}
  </ObjectPage>
);

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
