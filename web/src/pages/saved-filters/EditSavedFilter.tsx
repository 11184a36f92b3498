import { TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { changed, useGet } from '../../api/queries.js';
import { useHasRole, useWorkspace } from '../../api/who.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { type SavedFilter, savedFiltersPath } from './saved-filter.js';

interface Values extends Record<string, unknown> {
  title: string;
  filter: string;
}

export function NewSavedFilter() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api.post(savedFiltersPath, { ...values, workspace_token: workspace?.token });
  return <SavedFilterForm title="New saved filter" start={{ title: '', filter: '' }} save={save} />;
}

export function EditSavedFilter() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${savedFiltersPath}/${token}`;
  const { data, error } = useGet<SavedFilter>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <SavedFilterForm
      key={token}
      title={data.title}
      start={{ title: data.title, filter: data.filter ?? '' }}
      save={(values) => api.put(path, values)}
    />
  );
}

interface SavedFilterFormProps {
  title: string;
  start: Values;
  save: (values: Values) => Promise<unknown>;
}

function SavedFilterForm({ title, start, save }: SavedFilterFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(start, async (values) => {
    await save(values);
    await changed(savedFiltersPath);
    toast(`Saved “${values.title}”.`);
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
        description="VQL. Empty matches every cost."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
        onSubmit={() => void form.submit()}
      />
    </FormPage>
  );
}
