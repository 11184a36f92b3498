import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { anomalyNotifications } from '../../domain/watch/anomaly-notifications/index.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import { requireRecipients } from '../../domain/watch/delivery/index.js';
import { openApiSchemas, tokens } from '../../platform/kernel/fields.js';
import { replaceGivenLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const int32 = 2_147_483_647;

/** The least rise that is reported. */
export const threshold = () =>
  z
    .int()
    .min(0)
    .max(int32)
    .register(openApiSchemas, { type: 'integer', format: 'int32' })
    .describe('Least rise that is reported, in the currency of the workspace.');

const fields = {
  threshold: threshold().optional(),
  user_tokens: tokens().max(1000).optional(),
  team_tokens: tokens().max(100).optional(),
  recipient_emails: z.array(z.email()).max(1000).optional(),
  channel_tokens: tokens().max(100).optional(),
  recipient_channels: z.array(z.string()).max(100).optional(),
};

export const anomalyNotificationResource = resource(anomalyNotifications, {
  one: 'anomaly_notification',
  many: 'anomaly_notifications',
  tag: 'AnomalyNotifications',
  create: z.object({ cost_report_token: z.string(), ...fields }),
  update: z.object(fields),
  filters: z.object({ cost_report_token: z.string().optional() }),
  where: ({ cost_report_token: report }) =>
    report === undefined ? [] : [sql<SqlBool>`cost_report_token = ${report}`],
  errors: { create: [400], update: [400, 404] },
  workspaceOf: async ({ cost_report_token: report }, ctx) => {
    const found = await costReports.rows.find(ctx, report);
    if (!found) throw new UnknownReference('Cost Report', 'cost_report_token', report);
    return found.workspace_token;
  },
  columns: async (body, ctx, current, workspace) => {
    await requireRecipients(ctx, workspace!, body);
    return {
      ...pick(body, ['threshold', 'recipient_emails', 'recipient_channels']),
      ...(!current && pick(body, ['cost_report_token'])),
    };
  },
  afterSave: (row, body, ctx) =>
    replaceGivenLinks(ctx.db, { anomaly_notification_token: row.token }, [
      ['anomaly_notification_users', 'user_token', body.user_tokens],
      ['anomaly_notification_teams', 'team_token', body.team_tokens],
      ['anomaly_notification_channels', 'channel_token', body.channel_tokens],
    ]),
});
