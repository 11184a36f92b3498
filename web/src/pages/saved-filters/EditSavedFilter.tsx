import { TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { savedFiltersPath } from './saved-filter.js';

const empty = { title: '', filter: '' };
type Values = typeof empty;

export function NewSavedFilter() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api
      .post(savedFiltersPath, { body: { ...values, workspace_token: workspace?.token } })
      .then(created);
  return <SavedFilterForm title="New saved filter" initial={empty} save={save} />;
}

export const EditSavedFilter = () => (
  <ObjectPage path="/v2/saved_filters/{saved_filter_token}">
    {(filter) => (
      <SavedFilterForm
        title={filter.title}
        initial={{ title: filter.title, filter: filter.filter ?? '' }}
        save={(body) =>
          api.put('/v2/saved_filters/{saved_filter_token}', {
            path: { saved_filter_token: filter.token },
            body,
          })
        }
      />
    )}
  </ObjectPage>
);

interface SavedFilterFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function SavedFilterForm({ title, initial, save }: SavedFilterFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(savedFiltersPath);
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  return (
    <FormPage
      title={title}
      back={{ label: 'Saved filters', to: '/saved-filters' }}
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <VqlEditor
        description="A VQL expression. Leave it empty to match all costs."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
        onSubmit={() => void form.submit()}
      />
    </FormPage>
  );
}
