import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { LocationFields, emptyLocation, filled } from './location-fields.js';

/** Where new bills are looked for. Saving checks it anew. */
export function Location({ integration }: { integration: Integration }) {
  const { location, token } = integration;
  const form = useForm({ ...emptyLocation, ...location }, async (values) => {
    await api.put(`/console/integrations/${token}/location`, filled(values));
    await invalidate(...integrationPaths);
    toast('Saved the location; it is checked within minutes.');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={880}>
        <Text size="sm" c="dimmed">
          {location ? (
            <>
              Last looked at: <MomentText moment={integration.checked_at ?? null} />. Secrets that
              are left empty stay as they are.
            </>
          ) : (
            'No location is watched: bills come in as files. Name a bucket or folder to have it watched.'
          )}
        </Text>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <LocationFields url={form.values.url} text={form.text} />
        <Group>
          <Button type="submit" loading={form.isSaving}>
            {location ? 'Save and check again' : 'Watch it'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
