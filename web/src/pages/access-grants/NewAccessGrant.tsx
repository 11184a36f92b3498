import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { kindOfObject } from '../../api/object-kinds.js';
import { invalidate, useGet } from '../../api/queries.js';
import { api } from '../../api/client.js';
import type { Body } from '../../api/types.js';
import { useTeams } from '../../features/teams/team.js';
import { FormPage } from '../../parts/FormPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';

type NewGrant = Body<'/v2/access_grants', 'post'>;

const accesses: { value: NonNullable<NewGrant['access']>; label: string }[] = [
  { value: 'allowed', label: 'Allowed' },
  { value: 'denied', label: 'Denied' },
];

export function NewAccessGrant() {
  return (
    <OnlyFor role="Owner" title="New access grant" what="Access grants are">
      <GrantForm />
    </OnlyFor>
  );
}

function GrantForm() {
  const teams = useTeams();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 150);
  const { data } = useGet('/console/objects/search', {
    query: { q: search, grantable: true, limit: 50 },
  });
  const found = data?.objects ?? [];
  const kinds = [...new Set(found.map(({ token }) => kindOfObject(token)))];
  const initial: Required<NewGrant> = { resource_token: '', team_token: '', access: 'allowed' };
  const save = async (body: typeof initial) => {
    await api.post('/v2/access_grants', { body });
    await invalidate('/v2/access_grants');
    toast('Access grant created.');
  };
  const form = useForm(initial, save, { labels: { resource_token: 'Object' } });
  return (
    <FormPage
      title="New access grant"
      back={{ label: 'Access grants', to: '/access-grants' }}
      form={form}
    >
      <Select
        label="Object"
        description="A grant on a folder applies to everything in it."
        required
        searchable
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage="No object with this name"
        data={kinds.map((kind) => ({
          group: kind,
          items: found
            .filter(({ token }) => kindOfObject(token) === kind)
            .map(({ token, title }) => ({ value: token, label: title })),
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
        data={accesses}
        value={form.values.access}
        onChange={(access) => form.set('access', access)}
      />
    </FormPage>
  );
}
