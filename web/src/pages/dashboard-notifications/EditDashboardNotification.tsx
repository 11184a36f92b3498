import { Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { dashboardsPath } from '../../features/dashboards/layout.js';
import { ChosenObject } from '../../features/notification-rules/ChosenObject.js';
import { RuleForm } from '../../features/notification-rules/RuleForm.js';
import {
  linkedRecipientValues,
  noLinkedRecipients,
  type Recipients,
} from '../../features/recipients/recipients.js';
import { FrequencySelect } from '../../features/schedules/FrequencySelect.js';
import type { Frequency } from '../../features/schedules/frequency.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { dashboardNotificationKind, dashboardNotificationPath } from './dashboard-notification.js';

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
    ...noLinkedRecipients,
  };
  return (
    <NotificationForm
      title="New dashboard notification"
      initial={initial}
      save={(body) => api.post(dashboardNotificationKind.path, { body })}
    />
  );
}

export const EditDashboardNotification = () => (
  <ObjectPage path={dashboardNotificationPath}>
    {({ token, title, dashboard_token, frequency, ...rest }) => (
      <NotificationForm
        rule={token}
        title={title}
        initial={{ title, dashboard_token, frequency, ...linkedRecipientValues(rest) }}
        save={(body) =>
          api.put(dashboardNotificationPath, {
            path: { dashboard_notification_token: token },
            body,
          })
        }
      />
    )}
  </ObjectPage>
);

interface NotificationFormProps {
  rule?: string;
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function NotificationForm(props: NotificationFormProps) {
  const dashboards = useDashboards() ?? [];
  return (
    <RuleForm
      {...props}
      kind={dashboardNotificationKind}
      saved={({ title }) => `“${title}”`}
      labels={{ dashboard_token: 'Dashboard' }}
      withoutRecipients="nothing is sent"
    >
      {({ values, set, text, errorOf, isReadOnly }) => (
        <>
          <TextInput label="Title" required readOnly={isReadOnly} {...text('title')} />
          <ChosenObject
            label="Dashboard"
            placeholder="Choose a dashboard"
            options={dashboards.map(({ token, title }) => ({ value: token, label: title }))}
            value={values.dashboard_token}
            onChange={(token) => set('dashboard_token', token)}
            error={errorOf('dashboard_token')}
            isReadOnly={isReadOnly}
          />
          <FrequencySelect
            value={values.frequency}
            onChange={(frequency) => set('frequency', frequency)}
            isReadOnly={isReadOnly}
          />
          <Text size="sm" c="dimmed">
            The dashboard with its own dates and filters, as a PDF; channels get its figures. It is
            sent once the costs are complete, and at 12:00 UTC at the latest. Texts and cost reports
            are in the file; for the other widgets it leads to the console.
          </Text>
        </>
      )}
    </RuleForm>
  );
}
