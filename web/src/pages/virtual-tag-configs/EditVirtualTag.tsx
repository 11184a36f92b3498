import { Grid, Stack, Switch, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { api, useGet } from '../../api/untyped.js';
import { today } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { CollapsedKeys } from './CollapsedKeys.js';
import { type Draft, bodyOf, draftOf, emptyDraft } from './draft.js';
import { Preview } from './Preview.js';
import { ValuesEditor } from './ValuesEditor.js';
import { type VirtualTag, virtualTagsPath } from './virtual-tag.js';

export function NewVirtualTag() {
  return (
    <VirtualTagForm
      title="New virtual tag"
      start={emptyDraft}
      save={(draft) => api.post(virtualTagsPath, bodyOf(draft))}
    />
  );
}

export function EditVirtualTag() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${virtualTagsPath}/${token}`;
  const { data, error } = useGet<VirtualTag>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <VirtualTagForm
      key={token}
      title={data.key}
      token={data.token}
      start={draftOf(data)}
      save={(draft) => api.put(path, bodyOf(draft))}
    />
  );
}

interface VirtualTagFormProps {
  title: string;
  token?: string;
  start: Draft;
  save: (draft: Draft) => Promise<unknown>;
}

function VirtualTagForm({ title, token, start, save }: VirtualTagFormProps) {
  const mayEdit = useHasRole('Integration Owner');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useForm(start, async (draft) => {
    setRefused([]);
    await save(draft);
    await invalidate(virtualTagsPath, '/v2/costs', '/v2/tags');
    toast(`Saved “${draft.key}”.`);
  });
  const { values, set } = form;
  const messages = form.error === undefined ? refused : asProblem(form.error).messages;
  return (
    <FormPage
      title={title}
      back={{ label: 'Virtual tags', to: '/virtual-tags' }}
      form={form}
      isReadOnly={!mayEdit}
      isWide
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <TextInput label="Key" required readOnly={!mayEdit} {...form.text('key')} />
            <Switch
              label="Its rules go before the providers' own tag of this key"
              disabled={!mayEdit}
              checked={values.overridable}
              onChange={(event) => set('overridable', event.currentTarget.checked)}
            />
            <DateInput
              label="Reaches back to the month of"
              description="Earlier costs stay as they are. Empty: this month."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              valueFormat="D MMM YYYY"
              maw={280}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the day' }}
              maxDate={today()}
              readOnly={!mayEdit}
              value={values.backfill_until}
              onChange={(day) => set('backfill_until', day)}
              error={form.errorOf('backfill_until')}
            />
            <ValuesEditor
              values={values.values}
              messages={messages}
              isReadOnly={!mayEdit}
              onChange={(next) => set('values', next)}
            />
            <CollapsedKeys
              keys={values.collapsed_tag_keys}
              messages={messages}
              isReadOnly={!mayEdit}
              onChange={(next) => set('collapsed_tag_keys', next)}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          {mayEdit && <Preview draft={values} token={token} onRefused={setRefused} />}
        </Grid.Col>
      </Grid>
    </FormPage>
  );
}
