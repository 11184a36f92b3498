import { Grid, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { MessagesLink } from '../../features/deliveries/MessagesLink.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { RecipientFields } from '../../features/recipients/RecipientFields.js';
import {
  type Recipients,
  noRecipients,
  recipientValues,
} from '../../features/recipients/recipients.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { anomalyNotificationPath, anomalyNotificationsPath } from './anomaly-notification.js';
import { Backtest } from './Backtest.js';

interface Values extends Record<string, unknown>, Recipients {
  cost_report_token: string;
  threshold: number;
}

export function NewAnomalyNotification() {
  const { report = '' }: { report?: string } = useSearch({ strict: false });
  return (
    <NotificationForm
      title="New anomaly notification"
      initial={{ cost_report_token: report, threshold: 100, ...noRecipients }}
      save={(body) => api.post(anomalyNotificationsPath, { body })}
    />
  );
}

export function EditAnomalyNotification() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { anomaly_notification_token: token };
  const { titleOf } = useReports();
  const { data, error } = useGet(anomalyNotificationPath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const { cost_report_token, threshold } = data;
  return (
    <NotificationForm
      key={token}
      title={`Anomalies of ${titleOf(cost_report_token) ?? 'a report'}`}
      initial={{ cost_report_token, threshold, ...recipientValues(data) }}
      // A notification stays with its report.
      save={({ cost_report_token: _, ...body }) => api.put(anomalyNotificationPath, { path, body })}
      hasReport
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
  /** The report is chosen once. */
  hasReport?: boolean;
  actions?: ReactNode;
}

const labels = {
  cost_report_token: 'Cost report',
  recipient_emails: 'E-mail addresses',
  recipient_channels: 'Chat channels by name',
};

function NotificationForm(props: NotificationFormProps) {
  const { title, initial, save, hasReport = false, actions } = props;
  const mayEdit = useHasRole('Editor');
  const currency = useWorkspace()?.currency ?? 'USD';
  const { options, titleOf } = useReports();
  const form = useForm(
    initial,
    async (values) => {
      await save(values);
      await invalidate(anomalyNotificationsPath);
      toast(`Saved the notification about “${titleOf(values.cost_report_token) ?? 'the report'}”.`);
    },
    { labels },
  );
  const { values, set } = form;
  return (
    <FormPage
      title={title}
      back={{ label: 'Anomaly notifications', to: '/anomaly-notifications' }}
      form={form}
      isReadOnly={!mayEdit}
      isWide
      actions={actions}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="md">
            <Select
              label="Cost report"
              required
              searchable
              allowDeselect={false}
              readOnly={!mayEdit || hasReport}
              placeholder="Choose a report"
              data={options}
              value={values.cost_report_token || null}
              onChange={(token) => token && set('cost_report_token', token)}
              error={form.errorOf('cost_report_token')}
              nothingFoundMessage="No matches"
            />
            <NumberInput
              label="Least rise"
              description={`In ${currency}, over what was expected. 0 reports every anomaly.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              w={260}
              min={0}
              allowDecimal={false}
              thousandSeparator=","
              readOnly={!mayEdit}
              value={values.threshold}
              onChange={(threshold) => set('threshold', Number(threshold))}
              error={form.errorOf('threshold')}
            />
            <Text size="sm" c="dimmed">
              All anomalies of a day are in one summary. A slow rise over many days counts from what
              was expected.
            </Text>
            <RecipientFields
              values={values}
              set={set}
              emailError={form.errorOf('recipient_emails')}
              isReadOnly={!mayEdit}
              withoutRecipients="nothing is sent"
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Backtest report={values.cost_report_token} threshold={values.threshold} />
        </Grid.Col>
      </Grid>
    </FormPage>
  );
}
