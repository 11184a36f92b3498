import { RuleList, useRules } from '../../features/notification-rules/RuleList.js';
import { ObjectLink } from '../../features/objects/ObjectLink.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { frequencyName } from '../../features/schedules/frequency.js';
import { changeName, reportNotificationKind } from './report-notification.js';

/** The report notifications of the workspace. */
export function ReportNotifications() {
  const notifications = useRules(reportNotificationKind, 'report_notifications');
  const reportName = useObjectNames(notifications.map((each) => each.cost_report_token));
  return (
    <RuleList
      kind={reportNotificationKind}
      rows="report_notifications"
      rules={notifications}
      text="Send the costs of a report every day, week or month, with their change and the largest groups."
      emptyText="Create one to send the costs of a report to people or to a channel, for example every Monday."
      name={{ id: 'title', header: 'Notification', of: ({ title }) => title }}
      columns={[
        {
          id: 'report',
          header: 'Cost report',
          cell: ({ cost_report_token: report }) => (
            <ObjectLink token={report} name={reportName(report)} />
          ),
        },
        { id: 'frequency', header: 'Sent', cell: ({ frequency }) => frequencyName(frequency) },
        { id: 'change', header: 'Change', cell: ({ change }) => changeName(change) },
      ]}
      isSearched
    />
  );
}
