import { SegmentedControl, Select } from '@mantine/core';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { useTeams } from '../../features/teams/team.js';
import { FormPage } from '../../parts/FormPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { useGrantable } from './grantable.js';

export function NewAccessGrant() {
  return (
    <OnlyFor role="Owner" title="New access grant" what="Granting access is">
      <GrantForm />
    </OnlyFor>
  );
}

function GrantForm() {
  const teams = useTeams();
  const grantable = useGrantable();
  const form = useForm(
    { resource_token: '', team_token: '', access: 'allowed' },
    async (values) => {
      await api.post('/v2/access_grants', values);
      await invalidate('/v2/access_grants');
      toast('Saved the access grant.');
    },
  );
  return (
    <FormPage
      title="New access grant"
      back={{ label: 'Access grants', to: '/access-grants' }}
      form={form}
    >
      <Select
        label="Object"
        description="A folder stands for all that lies in it."
        required
        searchable
        data={grantable
          .filter(({ objects }) => objects.length > 0)
          .map(({ kind, objects }) => ({
            group: kind,
            items: objects.map(({ token, title }) => ({ value: token, label: title })),
          }))}
        value={form.values.resource_token || null}
        error={form.errorOf('resource_token')}
        onChange={(token) => form.set('resource_token', token ?? '')}
      />
      <Select
        label="Team"
        required
        searchable
        data={teams.map(({ token, name }) => ({ value: token, label: name }))}
        value={form.values.team_token || null}
        error={form.errorOf('team_token')}
        onChange={(token) => form.set('team_token', token ?? '')}
      />
      <SegmentedControl
        aria-label="Access"
        maw={240}
        data={[
          { value: 'allowed', label: 'Allowed' },
          { value: 'denied', label: 'Denied' },
        ]}
        value={form.values.access}
        onChange={(access) => form.set('access', access)}
      />
    </FormPage>
  );
}
