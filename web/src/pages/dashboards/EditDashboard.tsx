import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { api, useGet } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Dashboard, dashboardsPath } from './dashboard.js';
import { DateFields } from './DateFields.js';
import { type Draft, bodyOf, draftOf, emptyDraft } from './draft.js';
import { SavedFilterSelect } from './SavedFilterSelect.js';
import { WidgetsEditor } from './WidgetsEditor.js';
import { keepWidths } from './widths.js';

export function NewDashboard() {
  const workspace = useWorkspace();
  const save = (draft: Draft) =>
    api.post<Dashboard>(dashboardsPath, {
      ...bodyOf(draft, { isNew: true }),
      workspace_token: workspace?.token,
    });
  return <DashboardForm title="New dashboard" start={emptyDraft} save={save} />;
}

export function EditDashboard() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${dashboardsPath}/${token}`;
  const { data, error } = useGet<Dashboard>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <DashboardForm
      key={token}
      title={`Edit ${data.title}`}
      dashboard={data}
      start={draftOf(data)}
      save={(draft) => api.put<Dashboard>(path, bodyOf(draft, { isNew: false }))}
    />
  );
}

interface DashboardFormProps {
  title: string;
  dashboard?: Dashboard;
  start: Draft;
  save: (draft: Draft) => Promise<Dashboard>;
}

function DashboardForm({ title, dashboard, start, save }: DashboardFormProps) {
  const mayEdit = useHasRole('Editor');
  const [saved, setSaved] = useState(dashboard);
  const form = useForm(start, async (draft) => {
    const answer = await save(draft);
    keepWidths(
      answer.token,
      draft.widgets.map(({ width }) => width),
    );
    setSaved(answer);
    await invalidate(dashboardsPath, '/v2/costs');
    toast(`Saved “${answer.title}”.`);
  });
  const back = saved
    ? { label: saved.title, to: `/dashboards/${saved.token}` }
    : { label: 'Dashboards', to: '/dashboards' };
  const { values, set } = form;
  return (
    <FormPage title={title} back={back} form={form} isReadOnly={!mayEdit} isWide>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        <TextInput label="Title" required {...form.text('title')} />
        <DateFields
          draft={values}
          isBinFixed={Boolean(dashboard?.date_bin)}
          set={set}
          error={form.errorOf('start_date') ?? form.errorOf('date_interval')}
        />
        <SavedFilterSelect
          description="They narrow every report that is shown."
          value={values.saved_filter_tokens}
          onChange={(tokens) => set('saved_filter_tokens', tokens)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Drag a widget by its handle, or move it with its arrows. Order and display are stored with
        the dashboard; how wide a widget is, this browser keeps for you alone.
      </Text>
      <WidgetsEditor
        dashboard={dashboard}
        widgets={values.widgets}
        onChange={(widgets) => set('widgets', widgets)}
      />
    </FormPage>
  );
}
