import { SimpleGrid, TextInput } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import {
  type Dashboard,
  dashboardPath,
  dashboardsPath,
  itemBody,
  itemOfReport,
  layoutPath,
} from '../../features/dashboards/layout.js';
import { DateFields } from './DateFields.js';
import { addItem, type Draft, creationBody, draftOf, emptyDraft, updateBody } from './draft.js';
import { GridEditor } from './GridEditor.js';
import { SavedFilterSelect } from './SavedFilterSelect.js';

export function NewDashboard() {
  const workspace = useWorkspace();
  const created = useRef<Dashboard>(undefined);
  const save = async (draft: Draft) => {
    // If only the layout was refused, the next attempt must not create a second dashboard.
    created.current ??= await api.post(dashboardsPath, {
      body: { ...creationBody(draft), workspace_token: workspace?.token },
    });
    return saveAll(created.current.token, draft);
  };
  const { report }: { report?: string } = useSearch({ strict: false });
  const items = report ? addItem([], itemOfReport(report)) : [];
  return <DashboardForm title="New dashboard" initial={{ ...emptyDraft, items }} save={save} />;
}

export function EditDashboard() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { dashboard_token: token };
  const dashboard = useGet(dashboardPath, { path });
  const layout = useGet(layoutPath, { path });
  const error = dashboard.error ?? layout.error;
  if (error) return <PageError error={error} />;
  if (dashboard.data?.token !== token || layout.data?.dashboard_token !== token) {
    return <PageSkeleton />;
  }
  return (
    <DashboardForm
      key={token}
      title={`Edit ${dashboard.data.title}`}
      dashboard={dashboard.data}
      initial={draftOf(dashboard.data, layout.data)}
      save={(draft) => saveAll(token, draft)}
    />
  );
}

/** Stores the dashboard and its layout, each only if it is still what was read. */
async function saveAll(token: string, draft: Draft): Promise<Dashboard> {
  const path = { dashboard_token: token };
  const dashboard = await api.put(dashboardPath, { path, body: updateBody(draft) });
  await api.put(layoutPath, {
    path,
    body: { version: draft.version, items: draft.items.map(itemBody) },
  });
  return dashboard;
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
    setSaved(stored);
    await invalidate(dashboardsPath, '/v2/costs', '/v2/unit_costs');
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
      <GridEditor
        dashboard={dashboard}
        items={values.items}
        onChange={(items) => set('items', items)}
      />
    </FormPage>
  );
}
