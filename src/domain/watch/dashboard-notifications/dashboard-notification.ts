import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { dashboards } from '../../reports/dashboards/index.js';
import { linkedRecipients, recipientsModel } from '../delivery/index.js';
import { frequencies } from '../report-notifications/index.js';

const DashboardNotification = z
  .object({
    token: z.string(),
    title: z.string(),
    dashboard_token: z.string(),
    ...recipientsModel,
    channel_tokens: z.array(z.string()).describe('Channels that get the figures without the file.'),
    frequency: z.enum(frequencies),
    workspace_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'DashboardNotification' });

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
  computed: linkedRecipients('dashboard_notification'),
});
