import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { onVisibleReport } from '../anomalies/index.js';

const AnomalyNotification = z
  .object({
    token: z.string(),
    cost_report_token: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    threshold: z.int().describe('Least rise that is reported, in the currency of the workspace.'),
    user_tokens: z.array(z.string()).describe('Users who are notified by e-mail.'),
    team_tokens: z.array(z.string()).describe('Teams whose members are notified by e-mail.'),
    recipient_emails: z.array(z.string()).describe('Further addresses to notify.'),
    channel_tokens: z.array(z.string()).describe('Channels of any kind to notify.'),
    recipient_channels: z.array(z.string()).describe('Names of chat channels to notify.'),
  })
  .meta({ id: 'AnomalyNotification' });

const linked = (column: string, table: string): RawBuilder<string[]> => sql<string[]>`array(
  select ${sql.ref(column)} from ${sql.table(table)} links
  where links.anomaly_notification_token = anomaly_notifications.token order by links.id)`;

export const anomalyNotifications = entity({
  table: 'anomaly_notifications',
  prefix: 'rprt_alrt',
  kind: 'Anomaly Notification',
  title: (row) => `Anomalies from ${row.threshold}`,
  page: '/anomaly-notifications/{token}',
  access: { within: 'workspace', visible: onVisibleReport },
  model: AnomalyNotification,
  computed: {
    user_tokens: { sql: linked('user_token', 'anomaly_notification_users'), initial: [] },
    team_tokens: { sql: linked('team_token', 'anomaly_notification_teams'), initial: [] },
    channel_tokens: { sql: linked('channel_token', 'anomaly_notification_channels'), initial: [] },
  },
});
