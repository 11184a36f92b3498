import { Grid, Stack, Switch, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { ApiProblem, asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { today } from '../../lib/dates.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, type Form, useForm } from '../../parts/use-form.js';
import { CollapsedKeys } from './CollapsedKeys.js';
import { type Draft, createBody, draftOf, emptyDraft, updateBody } from './draft.js';
import { Preview } from './Preview.js';
import { isAboutRule } from './rule-messages.js';
import { ValuesEditor } from './ValuesEditor.js';
import { virtualTagsPath } from './virtual-tag.js';

export function NewVirtualTag() {
  return (
    <VirtualTagForm
      title="New virtual tag"
      initial={emptyDraft}
      save={(draft) => api.post(virtualTagsPath, { body: createBody(draft) }).then(created)}
    />
  );
}

export const EditVirtualTag = () => (
  <ObjectPage path="/v2/virtual_tag_configs/{token}">
    {(tag) => (
      <VirtualTagForm
        title={tag.key}
        token={tag.token}
        initial={draftOf(tag)}
        save={(draft) =>
          api.put('/v2/virtual_tag_configs/{token}', {
            path: { token: tag.token },
            body: updateBody(draft),
          })
        }
      />
    )}
  </ObjectPage>
);

/** Errors about rules are shown at the rules. */
function withoutRuleErrors(error: Form['error']): Form['error'] {
  if (!(error instanceof ApiProblem)) return error;
  const rest = error.messages.filter((message) => !isAboutRule(message));
  if (rest.length === error.messages.length) return error;
  return rest.length > 0 ? new ApiProblem(error.status, rest, error.requestId) : undefined;
}

interface VirtualTagFormProps {
  title: string;
  token?: string;
  initial: Draft;
  save: (draft: Draft) => Promise<unknown>;
}

function VirtualTagForm({ title, token, initial, save }: VirtualTagFormProps) {
  const mayEdit = useHasRole('Integration Owner');
  const [previewErrors, setPreviewErrors] = useState<readonly string[]>([]);
  const [checked, setChecked] = useState<Draft['values']>([]);
  const form = useForm(initial, async (draft) => {
    setPreviewErrors([]);
    setChecked(draft.values);
    const saved = await save(draft);
    await invalidate(virtualTagsPath, '/v2/costs', '/v2/tags');
    toast(`Saved “${draft.key}”.`);
    return saved;
  });
  const { values, set } = form;
  const messages = form.error === undefined ? previewErrors : asProblem(form.error).messages;
  return (
    <FormPage
      title={title}
      back={{ label: 'Virtual tags', to: '/virtual-tags' }}
      form={{ ...form, error: withoutRuleErrors(form.error) }}
      isReadOnly={!mayEdit}
      isWide
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <TextInput label="Key" required readOnly={!mayEdit} {...form.text('key')} />
            <Switch
              label="Override provider tags with the same key"
              disabled={!mayEdit}
              checked={values.overridable}
              onChange={(event) => set('overridable', event.currentTarget.checked)}
            />
            <DateInput
              label="Backfill until"
              description="Rules apply from the month of this date on. Defaults to the current month."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              valueFormat="MMM D, YYYY"
              maw={280}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear date' }}
              maxDate={today()}
              readOnly={!mayEdit}
              value={values.backfill_until}
              onChange={(date) => set('backfill_until', date)}
              error={form.errorOf('backfill_until')}
            />
            <ValuesEditor
              values={values.values}
              messages={messages}
              checked={checked}
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
          {mayEdit && (
            <Preview
              draft={values}
              token={token}
              onErrors={(found) => {
                setPreviewErrors(found);
                setChecked(values.values);
              }}
              onBackfill={(day) => set('backfill_until', day)}
            />
          )}
        </Grid.Col>
      </Grid>
    </FormPage>
  );
}
