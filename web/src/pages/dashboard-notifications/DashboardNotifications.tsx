import { RuleList, useRules } from '../../features/notification-rules/RuleList.js';
import { ObjectLink } from '../../features/objects/ObjectLink.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { frequencyName } from '../../features/schedules/frequency.js';
import { dashboardNotificationKind } from './dashboard-notification.js';

/** The dashboards of the workspace that are sent by schedule. */
export function DashboardNotifications() {
  const notifications = useRules(dashboardNotificationKind, 'dashboard_notifications');
  const dashboardName = useObjectNames(notifications.map((each) => each.dashboard_token));
  return (
    <RuleList
      kind={dashboardNotificationKind}
      rows="dashboard_notifications"
      rules={notifications}
      text="Send a dashboard as a PDF every day, week or month."
      emptyText="Create one to send a dashboard to people or to a channel, for example every Monday."
      name={{ id: 'title', header: 'Notification', of: ({ title }) => title }}
      columns={[
        {
          id: 'dashboard',
          header: 'Dashboard',
          cell: ({ dashboard_token: dashboard }) => (
            <ObjectLink token={dashboard} name={dashboardName(dashboard)} />
          ),
        },
        { id: 'frequency', header: 'Sent', cell: ({ frequency }) => frequencyName(frequency) },
      ]}
      isSearched
    />
  );
}
