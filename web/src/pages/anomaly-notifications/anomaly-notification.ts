import type { RuleKind } from '../../features/notification-rules/rule-kind.js';

export const anomalyNotificationPath = '/v2/anomaly_notifications/{anomaly_notification_token}';

export const anomalyNotificationKind: RuleKind<'/v2/anomaly_notifications'> = {
  name: 'anomaly notification',
  path: '/v2/anomaly_notifications',
  page: '/anomaly-notifications',
};
