import { Group, Select, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { useChosenReport } from '../../features/cost-reports/use-chosen-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { ChosenObject } from '../../features/notification-rules/ChosenObject.js';
import { RuleForm } from '../../features/notification-rules/RuleForm.js';
import {
  noRecipients,
  type Recipients,
  recipientValues,
} from '../../features/recipients/recipients.js';
import { FrequencySelect } from '../../features/schedules/FrequencySelect.js';
import type { Frequency } from '../../features/schedules/frequency.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import {
  type ChangeForm,
  changeForms,
  periods,
  reportNotificationKind,
  reportNotificationPath,
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
      save={(body) => api.post(reportNotificationKind.path, { body })}
    />
  );
}

export const EditReportNotification = () => (
  <ObjectPage path={reportNotificationPath}>
    {({ token, title, cost_report_token, frequency, change, ...rest }) => (
      <NotificationForm
        rule={token}
        title={title}
        initial={{ title, cost_report_token, frequency, change, ...recipientValues(rest) }}
        save={(body) =>
          api.put(reportNotificationPath, { path: { report_notification_token: token }, body })
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
  const { options } = useReports();
  return (
    <RuleForm
      {...props}
      kind={reportNotificationKind}
      saved={({ title }) => `“${title}”`}
      labels={{ cost_report_token: 'Cost report' }}
      withoutRecipients="nothing is sent"
    >
      {({ values, set, text, errorOf, isReadOnly }) => (
        <>
          <TextInput label="Title" required readOnly={isReadOnly} {...text('title')} />
          <ChosenObject
            label="Cost report"
            placeholder="Choose a report"
            options={options}
            value={values.cost_report_token}
            onChange={(token) => set('cost_report_token', token)}
            error={errorOf('cost_report_token')}
            isReadOnly={isReadOnly}
          />
          <Group gap="sm" align="flex-start">
            <FrequencySelect
              value={values.frequency}
              onChange={(frequency) => set('frequency', frequency)}
              isReadOnly={isReadOnly}
            />
            <Select
              label="Show changes"
              w={180}
              allowDeselect={false}
              readOnly={isReadOnly}
              data={changeForms}
              value={values.change}
              onChange={(change) => change && set('change', change)}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {periods[values.frequency]} It is sent once the costs are complete, and at 12:00 UTC at
            the latest; then it says which days are complete.
          </Text>
        </>
      )}
    </RuleForm>
  );
}
