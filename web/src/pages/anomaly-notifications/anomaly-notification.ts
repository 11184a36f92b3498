import type { Schemas } from '../../api/types.js';

export type AnomalyNotification = Schemas['AnomalyNotification'];

export const anomalyNotificationsPath = '/v2/anomaly_notifications';
export const anomalyNotificationPath = '/v2/anomaly_notifications/{anomaly_notification_token}';
