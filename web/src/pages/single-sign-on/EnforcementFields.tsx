import { Checkbox, Select, Stack, Title } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { ConnectionFormState } from './connection.js';

/** Whether passwords still work, and for whom in any case. */
export function EnforcementFields({ form }: { form: ConnectionFormState }) {
  const { values, set } = form;
  const { data } = useGet('/v2/users', { query: { limit: 1000 } });
  const { data: methods } = useGet('/console/users/log_in_methods');
  const passwords = new Set(
    methods?.log_in_methods.filter((each) => each.has_password).map((each) => each.user_token),
  );
  const owners = (data?.users ?? []).filter(
    ({ role, token }) => role === 'Owner' && passwords.has(token),
  );
  return (
    <Stack gap="md">
      <Title order={2}>Enforcement</Title>
      <Checkbox
        label="Require single sign-on"
        description="Passwords of users with addresses of these domains are refused. Tokens keep working."
        checked={values.enforced}
        onChange={(event) => set('enforced', event.currentTarget.checked)}
      />
      <Select
        label="Break-glass owner"
        description="Can log in with a password if the identity provider is down."
        required={values.enforced}
        clearable
        searchable
        placeholder="Choose an owner with a password"
        data={owners.map(({ token, email }) => ({ value: token, label: email }))}
        value={values.break_glass_user_token}
        onChange={(token) => set('break_glass_user_token', token)}
        error={form.errorOf('break_glass_user_token')}
      />
    </Stack>
  );
}
