import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { emptyLocation, withoutEmpty } from '../../features/integrations/location.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { MomentText } from '../../parts/figures.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { LocationFields } from './LocationFields.js';

/** The location that is watched for new bills. Saving it checks it again. */
export function Location({ integration }: { integration: Integration }) {
  const { location, token } = integration;
  const form = useForm({ ...emptyLocation, ...location }, async (values) => {
    await api.put('/console/integrations/{integration_token}/location', {
      path: { integration_token: token },
      body: withoutEmpty(values),
    });
    await invalidate(...integrationPaths);
    toast('Saved the location. It is checked within a few minutes.');
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
              Last checked: <MomentText moment={integration.checked_at ?? null} />. Leave secrets
              empty to keep the stored ones.
            </>
          ) : (
            'No location is watched; bills are uploaded as files. Enter a bucket or folder to import its bills automatically.'
          )}
        </Text>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <LocationFields url={form.values.url} text={form.text} />
        <Group>
          <Button type="submit" loading={form.isSaving}>
            {location ? 'Save and check again' : 'Start watching'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
