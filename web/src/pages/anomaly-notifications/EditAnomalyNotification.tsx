import { NumberInput, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { ChosenObject } from '../../features/notification-rules/ChosenObject.js';
import { RuleForm } from '../../features/notification-rules/RuleForm.js';
import {
  noRecipients,
  type Recipients,
  recipientValues,
} from '../../features/recipients/recipients.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { anomalyNotificationKind, anomalyNotificationPath } from './anomaly-notification.js';
import { Backtest } from './Backtest.js';

interface Values extends Record<string, unknown>, Recipients {
  cost_report_token: string;
  threshold: number;
}

export function NewAnomalyNotification() {
  const { report = '' }: { report?: string } = useSearch({ strict: false });
  return (
    <NotificationForm
      initial={{ cost_report_token: report, threshold: 100, ...noRecipients }}
      save={(body) => api.post(anomalyNotificationKind.path, { body })}
    />
  );
}

export const EditAnomalyNotification = () => (
  <ObjectPage path={anomalyNotificationPath}>
    {({ token, cost_report_token, threshold, ...rest }) => (
      <NotificationForm
        rule={token}
        initial={{ cost_report_token, threshold, ...recipientValues(rest) }}
        // A notification stays with its report.
        save={({ cost_report_token: _, ...body }) =>
          api.put(anomalyNotificationPath, { path: { anomaly_notification_token: token }, body })
        }
      />
    )}
  </ObjectPage>
);

interface NotificationFormProps {
  rule?: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function NotificationForm({ rule, initial, save }: NotificationFormProps) {
  const currency = useWorkspace()?.currency ?? 'USD';
  const { options, titleOf } = useReports();
  return (
    <RuleForm
      {...(rule !== undefined && { rule })}
      kind={anomalyNotificationKind}
      title={
        rule === undefined
          ? 'New anomaly notification'
          : `Anomalies of ${titleOf(initial.cost_report_token) ?? 'a report'}`
      }
      initial={initial}
      save={save}
      saved={({ cost_report_token: report }) =>
        `the notification about “${titleOf(report) ?? 'the report'}”`
      }
      labels={{ cost_report_token: 'Cost report' }}
      withoutRecipients="nothing is sent"
      aside={({ cost_report_token: report, threshold }) => (
        <Backtest report={report} threshold={threshold} />
      )}
    >
      {({ values, set, errorOf, isReadOnly }) => (
        <>
          <ChosenObject
            label="Cost report"
            placeholder="Choose a report"
            options={options}
            value={values.cost_report_token}
            onChange={(token) => set('cost_report_token', token)}
            error={errorOf('cost_report_token')}
            isReadOnly={isReadOnly || rule !== undefined}
          />
          <NumberInput
            label="Least rise"
            description={`In ${currency}, over what was expected. 0 reports every anomaly.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            w={260}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            readOnly={isReadOnly}
            value={values.threshold}
            onChange={(threshold) => set('threshold', Number(threshold))}
            error={errorOf('threshold')}
          />
          <Text size="sm" c="dimmed">
            All anomalies of a day are in one summary. A slow rise over many days counts from what
            was expected.
          </Text>
        </>
      )}
    </RuleForm>
  );
}
