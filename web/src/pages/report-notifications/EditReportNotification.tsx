import { Group, Select, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useChosenReport } from '../../features/cost-reports/use-chosen-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { MessagesLink } from '../../features/deliveries/MessagesLink.js';
import { MuteButton } from '../../features/mutes/MuteButton.js';
import { RecipientFields } from '../../features/recipients/RecipientFields.js';
import {
  type Recipients,
  noRecipients,
  recipientValues,
} from '../../features/recipients/recipients.js';
import { FrequencySelect } from '../../features/schedules/FrequencySelect.js';
import type { Frequency } from '../../features/schedules/frequency.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import {
  type ChangeForm,
  changeForms,
  periods,
  reportNotificationPath,
  reportNotificationsPath,
} from './report-notification.js';

interface Values extends Record<string, unknown>, Recipients {
  title: string;
  cost_report_token: string;
  frequency: Frequency;
  change: ChangeForm;
}

export function NewReportNotification() {
  const { report, isLoading } = useChosenReport();
  if (isLoading) return <PageSkeleton />;
  const initial: Values = {
    title: report?.title ?? '',
    cost_report_token: report?.token ?? '',
    frequency: 'weekly',
    change: 'percentage',
    ...noRecipients,
  };
  return (
    <NotificationForm
      title="New report notification"
      initial={initial}
      save={(body) => api.post(reportNotificationsPath, { body })}
    />
  );
}

export function EditReportNotification() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { report_notification_token: token };
  const { data, error } = useGet(reportNotificationPath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const { title, cost_report_token, frequency, change } = data;
  return (
    <NotificationForm
      key={token}
      title={title}
      initial={{ title, cost_report_token, frequency, change, ...recipientValues(data) }}
      save={(body) => api.put(reportNotificationPath, { path, body })}
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

const labels = {
  cost_report_token: 'Cost report',
  recipient_emails: 'E-mail addresses',
  recipient_channels: 'Chat channels by name',
};

function NotificationForm({ title, initial, save, actions }: NotificationFormProps) {
  const mayEdit = useHasRole('Editor');
  const { options } = useReports();
  const form = useForm(
    initial,
    async (values) => {
      await save(values);
      await invalidate(reportNotificationsPath);
      toast(`Saved “${values.title}”.`);
    },
    { labels },
  );
  const { values, set } = form;
  return (
    <FormPage
      title={title}
      back={{ label: 'Report notifications', to: '/report-notifications' }}
      form={form}
      isReadOnly={!mayEdit}
      actions={actions}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <Select
        label="Cost report"
        required
        searchable
        allowDeselect={false}
        readOnly={!mayEdit}
        placeholder="Choose a report"
        data={options}
        value={values.cost_report_token || null}
        onChange={(token) => token && set('cost_report_token', token)}
        error={form.errorOf('cost_report_token')}
        nothingFoundMessage="No matches"
      />
      <Group gap="sm" align="flex-start">
        <FrequencySelect
          value={values.frequency}
          onChange={(frequency) => set('frequency', frequency)}
          isReadOnly={!mayEdit}
        />
        <Select
          label="Show changes"
          w={180}
          allowDeselect={false}
          readOnly={!mayEdit}
          data={changeForms}
          value={values.change}
          onChange={(change) => change && set('change', change)}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {periods[values.frequency]} It is sent once the costs are complete, and at 12:00 UTC at the
        latest; then it says which days are complete.
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
