import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { WorkspaceChoice } from './WorkspaceChoice.js';

/** The workspaces of an integration, for those who may change them. */
export function IntegrationWorkspaces({ integration }: { integration: Integration }) {
  const mayWrite = useHasRole('Integration Owner');
  const form = useForm({ workspace_tokens: integration.workspace_tokens }, async (body) => {
    await api.put('/v2/integrations/{integration_token}', {
      path: { integration_token: integration.token },
      body,
    });
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
        <WorkspaceChoice
          value={form.values.workspace_tokens}
          onChange={(tokens) => form.set('workspace_tokens', tokens)}
          error={form.errorOf('workspace_tokens')}
          isReadOnly={!mayWrite}
        />
        {mayWrite ? (
          <Group>
            <Button type="submit" loading={form.isSaving}>
              Save
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Only owners and integration owners of the organization can change this.
          </Text>
        )}
      </Stack>
    </form>
  );
}
