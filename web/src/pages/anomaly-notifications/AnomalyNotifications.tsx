import { useWorkspace } from '../../api/current-user.js';
import { RuleList, useRules } from '../../features/notification-rules/RuleList.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { formatMoney } from '../../lib/money.js';
import { anomalyNotificationKind } from './anomaly-notification.js';

/** Who is told about the anomalies of which report, and from which rise on. */
export function AnomalyNotifications() {
  const currency = useWorkspace()?.currency ?? 'USD';
  const notifications = useRules(anomalyNotificationKind, 'anomaly_notifications');
  const reportName = useObjectNames(notifications.map((each) => each.cost_report_token));
  return (
    <RuleList
      kind={anomalyNotificationKind}
      rows="anomaly_notifications"
      rules={notifications}
      text="Notify people of unexpected rises in daily costs, in one summary a day."
      emptyText="Anomalies are found without a rule. Create a notification to be notified of those in a report."
      name={{
        id: 'report',
        header: 'Anomalies of',
        of: ({ cost_report_token: report }) => reportName(report),
      }}
      columns={[
        {
          id: 'threshold',
          header: 'From a rise of',
          isNumeric: true,
          sort: ({ threshold }) => threshold,
          cell: ({ threshold }) =>
            threshold === 0 ? 'Every rise' : formatMoney(`${threshold}`, currency),
        },
      ]}
    />
  );
}
