import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type Dashboard, dashboardPath, dashboardsPath } from './dashboard.js';
import { DateFields } from './DateFields.js';
import { type Draft, creationBody, draftOf, emptyDraft, updateBody } from './draft.js';
import { SavedFilterSelect } from './SavedFilterSelect.js';
import { WidgetsEditor } from './WidgetsEditor.js';
import { storeWidths } from './widths.js';

export function NewDashboard() {
  const workspace = useWorkspace();
  const save = (draft: Draft) =>
    api.post(dashboardsPath, {
      body: { ...creationBody(draft), workspace_token: workspace?.token },
    });
  return <DashboardForm title="New dashboard" initial={emptyDraft} save={save} />;
}

export function EditDashboard() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { dashboard_token: token };
  const { data, error } = useGet(dashboardPath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <DashboardForm
      key={token}
      title={`Edit ${data.title}`}
      dashboard={data}
      initial={draftOf(data)}
      save={(draft) => api.put(dashboardPath, { path, body: updateBody(draft) })}
    />
  );
}

interface DashboardFormProps {
  title: string;
  dashboard?: Dashboard;
  initial: Draft;
  save: (draft: Draft) => Promise<Dashboard>;
}

function DashboardForm({ title, dashboard, initial, save }: DashboardFormProps) {
  const mayEdit = useHasRole('Editor');
  const [saved, setSaved] = useState(dashboard);
  const form = useForm(initial, async (draft) => {
    const stored = await save(draft);
    storeWidths(
      stored.token,
      draft.widgets.map(({ width }) => width),
    );
    setSaved(stored);
    await invalidate(dashboardsPath, '/v2/costs');
    toast(`Saved “${stored.title}”.`);
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
          isGranularityRequired={Boolean(dashboard?.date_bin)}
          set={set}
          error={form.errorOf('start_date') ?? form.errorOf('date_interval')}
        />
        <SavedFilterSelect
          description="Applied to every report on the dashboard."
          value={values.saved_filter_tokens}
          onChange={(tokens) => set('saved_filter_tokens', tokens)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Drag a widget by its handle or move it with the arrow buttons. Order and display are saved
        with the dashboard; widths are saved in this browser only.
      </Text>
      <WidgetsEditor
        dashboard={dashboard}
        widgets={values.widgets}
        onChange={(widgets) => set('widgets', widgets)}
      />
    </FormPage>
  );
}
