import type { RuleKind } from '../../features/notification-rules/rule-kind.js';

export const dashboardNotificationPath =
  '/v2/dashboard_notifications/{dashboard_notification_token}';

export const dashboardNotificationKind: RuleKind<'/v2/dashboard_notifications'> = {
  name: 'dashboard notification',
  path: '/v2/dashboard_notifications',
  page: '/dashboard-notifications',
};
