import { Select, Text, TextInput } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { dashboardsPath } from '../../features/dashboards/layout.js';
import { MessagesLink } from '../../features/deliveries/MessagesLink.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { RecipientFields } from '../../features/recipients/RecipientFields.js';
import type { Recipients } from '../../features/recipients/recipients.js';
import { FrequencySelect } from '../../features/schedules/FrequencySelect.js';
import type { Frequency } from '../../features/schedules/frequency.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';

const listPath = '/v2/dashboard_notifications';
const onePath = '/v2/dashboard_notifications/{dashboard_notification_token}';

interface Values extends Record<string, unknown>, Omit<Recipients, 'recipient_channels'> {
  title: string;
  dashboard_token: string;
  frequency: Frequency;
}

/** The dashboards of the workspace; undefined until they are read. */
function useDashboards() {
  const workspace = useWorkspace();
  const { data } = useGet(
    dashboardsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  return data?.dashboards;
}

export function NewDashboardNotification() {
  const { dashboard: token }: { dashboard?: string } = useSearch({ strict: false });
  const dashboards = useDashboards();
  if (!dashboards) return <PageSkeleton />;
  const chosen = dashboards.find((each) => each.token === token);
  const initial: Values = {
    title: chosen?.title ?? '',
    dashboard_token: chosen?.token ?? '',
    frequency: 'weekly',
    user_tokens: [],
    team_tokens: [],
    recipient_emails: [],
    channel_tokens: [],
  };
  return (
    <NotificationForm
      title="New dashboard notification"
      initial={initial}
      save={(body) => api.post(listPath, { body })}
    />
  );
}

export function EditDashboardNotification() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { dashboard_notification_token: token };
  const { data, error } = useGet(onePath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const { workspace_token: _workspace, created_at: _created, token: _token, ...initial } = data;
  return (
    <NotificationForm
      key={token}
      title={data.title}
      initial={initial}
      save={(body) => api.put(onePath, { path, body })}
      actions={
        <>
          <MuteButton token={token} />
          <MessagesLink rule={token} />
        </>
      }
    />
  );
}

interface NotificationFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
  actions?: ReactNode;
}

const labels = { dashboard_token: 'Dashboard', recipient_emails: 'E-mail addresses' };

function NotificationForm({ title, initial, save, actions }: NotificationFormProps) {
  const mayEdit = useHasRole('Editor');
  const dashboards = useDashboards() ?? [];
  const form = useForm(
    initial,
    async (values) => {
      await save(values);
      await invalidate(listPath);
      toast(`Saved “${values.title}”.`);
    },
    { labels },
  );
  const { values, set } = form;
  return (
    <FormPage
      title={title}
      back={{ label: 'Dashboard notifications', to: '/dashboard-notifications' }}
      form={form}
      isReadOnly={!mayEdit}
      actions={actions}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <Select
        label="Dashboard"
        required
        searchable
        allowDeselect={false}
        readOnly={!mayEdit}
        placeholder="Choose a dashboard"
        data={dashboards.map(({ token, title: label }) => ({ value: token, label }))}
        value={values.dashboard_token || null}
        onChange={(token) => token && set('dashboard_token', token)}
        error={form.errorOf('dashboard_token')}
        nothingFoundMessage="No matches"
      />
      <FrequencySelect
        value={values.frequency}
        onChange={(frequency) => set('frequency', frequency)}
        isReadOnly={!mayEdit}
      />
      <Text size="sm" c="dimmed">
        The dashboard with its own dates and filters, as a PDF; channels get its figures. It is sent
        once the costs are complete, and at 12:00 UTC at the latest. Texts and cost reports are in
        the file; for the other widgets it leads to the console.
      </Text>
      <RecipientFields
        values={values}
        set={set}
        emailError={form.errorOf('recipient_emails')}
        isReadOnly={!mayEdit}
        withoutRecipients="nothing is sent"
      />
    </FormPage>
  );
}
