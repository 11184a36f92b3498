import { z } from 'zod';
import { requireRecipients } from '../../domain/watch/delivery/index.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import {
  changeForms,
  firstRun,
  frequencies,
  reportNotifications,
} from '../../domain/watch/report-notifications/index.js';
import { mayCreate } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, title, token, tokens } from '../../platform/kernel/fields.js';
import { replaceGivenLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import { UnknownReference, forbidden } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  cost_report_token: token(),
  frequency: choice(frequencies),
  change: choice(changeForms),
  user_tokens: tokens().max(1000).optional(),
  team_tokens: tokens().max(100).optional(),
  recipient_emails: z.array(z.email()).max(1000).optional(),
  channel_tokens: tokens().max(100).optional(),
  recipient_channels: z.array(z.string()).optional(),
};

export const reportNotificationResource = resource(reportNotifications, {
  one: 'report_notification',
  many: 'report_notifications',
  tag: 'ReportNotifications',
  create: z.object({
    ...fields,
    workspace_token: token().optional().describe('Ignored: the workspace of the report applies.'),
  }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404] },
  workspaceOf: ({ cost_report_token: report }, ctx) => workspaceOf(ctx, report),
  columns: async (body, ctx, current, workspace) => {
    const target =
      current && body.cost_report_token !== undefined
        ? await workspaceOf(ctx, body.cost_report_token)
        : workspace!;
    if (!mayCreate(ctx.actor, target)) throw forbidden();
    await requireRecipients(ctx, target, body);
    return {
      workspace_token: target,
      ...pick(body, [
        'title',
        'cost_report_token',
        'frequency',
        'change',
        'recipient_emails',
        'recipient_channels',
      ]),
      ...firstRun(body.frequency, current, ctx.now),
      ...(!current && { user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null }),
    };
  },
  afterSave: (row, body, ctx) =>
    replaceGivenLinks(ctx.db, { report_notification_token: row.token }, [
      ['report_notification_users', 'user_token', body.user_tokens],
      ['report_notification_teams', 'team_token', body.team_tokens],
      ['report_notification_channels', 'channel_token', body.channel_tokens],
    ]),
});

async function workspaceOf(ctx: Context, token: string): Promise<string> {
  const report = await costReports.rows.find(ctx, token);
  if (!report) throw new UnknownReference('Cost Report', 'cost_report_token', token);
  return report.workspace_token;
}
