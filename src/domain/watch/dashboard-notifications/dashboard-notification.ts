import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { dashboards } from '../../reports/dashboards/index.js';
import { frequencies } from '../report-notifications/index.js';

const DashboardNotification = z
  .object({
    token: z.string(),
    title: z.string(),
    dashboard_token: z.string(),
    user_tokens: z.array(z.string()).describe('Users who get an e-mail with the PDF file.'),
    team_tokens: z.array(z.string()).describe('Teams whose members get one.'),
    recipient_emails: z.array(z.string()).describe('Further addresses that get one.'),
    channel_tokens: z.array(z.string()).describe('Channels that get the figures without the file.'),
    frequency: z.enum(frequencies),
    workspace_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'DashboardNotification' });

const linked = (column: string, table: string): RawBuilder<string[]> => sql<string[]>`array(
  select ${sql.ref(column)} from ${sql.table(table)} links
  where links.dashboard_notification_token = dashboard_notifications.token order by links.id)`;

/** A dashboard that is sent by schedule; visible to those who see the dashboard. */
export const dashboardNotifications = entity({
  table: 'dashboard_notifications',
  prefix: 'dshbrd_ntfctn',
  kind: 'Dashboard Notification',
  title: 'title',
  page: '/dashboard-notifications/{token}',
  access: {
    within: 'workspace',
    visible: async (ctx) => {
      const visible = await dashboards.rows.visible(ctx);
      return sql<SqlBool>`dashboard_token in (
        select token from dashboards where ${sql.join(visible, sql` and `)})`;
    },
  },
  model: DashboardNotification,
  computed: {
    user_tokens: { sql: linked('user_token', 'dashboard_notification_users'), initial: [] },
    team_tokens: { sql: linked('team_token', 'dashboard_notification_teams'), initial: [] },
    channel_tokens: {
      sql: linked('channel_token', 'dashboard_notification_channels'),
      initial: [],
    },
  },
});
