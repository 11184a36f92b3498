import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent } from 'react';
import { invalidate } from '../../api/queries.js';
import { useHasRole, useMe } from '../../api/current-user.js';
import { api } from '../../api/untyped.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';

/** The workspaces whose reports count the costs of an integration. */
export function ShownIn({ integration }: { integration: Integration }) {
  const mayWrite = useHasRole('Integration Owner');
  const workspaces = useMe()?.workspaces ?? [];
  const form = useForm({ workspace_tokens: integration.workspace_tokens }, async (values) => {
    await api.put(`/v2/integrations/${integration.token}`, values);
    await invalidate(...integrationPaths, '/v2/costs');
    toast('Saved the workspaces.');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <Checkbox.Group
          label="Shown in"
          description="Its costs appear in the reports of these workspaces."
          error={form.errorOf('workspace_tokens')}
          value={form.values.workspace_tokens}
          onChange={(tokens) => form.set('workspace_tokens', tokens)}
          readOnly={!mayWrite}
        >
          <Stack gap="sm" mt="sm">
            {workspaces.map(({ token, name }) => (
              <Checkbox key={token} value={token} label={name} disabled={!mayWrite} />
            ))}
          </Stack>
        </Checkbox.Group>
        {mayWrite ? (
          <Group>
            <Button type="submit" loading={form.isSaving}>
              Save
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Owners and integration owners of the organisation choose the workspaces.
          </Text>
        )}
      </Stack>
    </form>
  );
}
