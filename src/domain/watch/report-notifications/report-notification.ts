import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { costReports } from '../../reports/cost-reports/index.js';

/** How often a notification is sent. */
export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** How a notification shows changes. */
export const changeForms = ['percentage', 'dollars'] as const;
export type ChangeForm = (typeof changeForms)[number];

const ReportNotification = z
  .object({
    token: z.string(),
    title: z.string(),
    cost_report_token: z.string(),
    user_tokens: z.array(z.string()).describe('Users who are notified by e-mail.'),
    team_tokens: z.array(z.string()).describe('Teams whose members are notified by e-mail.'),
    recipient_emails: z.array(z.string()).describe('Further addresses to notify.'),
    channel_tokens: z.array(z.string()).describe('Channels that messages are sent to.'),
    recipient_channels: z.array(z.string()).describe('Names of Slack or Teams channels.'),
    frequency: z.enum(frequencies),
    change: z.enum(changeForms).describe('Whether changes are shown in percent or as amounts.'),
  })
  .meta({ id: 'ReportNotification' });

const linked = (column: string, table: string): RawBuilder<string[]> => sql<string[]>`array(
  select ${sql.ref(column)} from ${sql.table(table)} links
  where links.report_notification_token = report_notifications.token order by links.id)`;

/** A scheduled message about a cost report; visible to those who see the report. */
export const reportNotifications = entity({
  table: 'report_notifications',
  prefix: 'rprt_ntfctn',
  kind: 'Report Notification',
  title: 'title',
  page: '/report-notifications/{token}',
  access: {
    within: 'workspace',
    visible: async (ctx) => {
      const visible = await costReports.rows.visible(ctx);
      return sql<SqlBool>`cost_report_token in (
        select token from cost_reports where ${sql.join(visible, sql` and `)})`;
    },
  },
  model: ReportNotification,
  computed: {
    user_tokens: { sql: linked('user_token', 'report_notification_users'), initial: [] },
    team_tokens: { sql: linked('team_token', 'report_notification_teams'), initial: [] },
    channel_tokens: { sql: linked('channel_token', 'report_notification_channels'), initial: [] },
  },
});
