import { z } from 'zod';
import { dashboards } from '../../domain/reports/dashboards/index.js';
import { dashboardNotifications } from '../../domain/watch/dashboard-notifications/index.js';
import { requireRecipients } from '../../domain/watch/delivery/index.js';
import { firstRun, frequencies } from '../../domain/watch/report-notifications/index.js';
import { mayCreate } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, title, token, tokens } from '../../platform/kernel/fields.js';
import { replaceGivenLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import { forbidden, UnknownReference } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  dashboard_token: token(),
  frequency: choice(frequencies),
  user_tokens: tokens().max(1000).optional(),
  team_tokens: tokens().max(100).optional(),
  recipient_emails: z.array(z.email()).max(1000).optional(),
  channel_tokens: tokens().max(100).optional(),
};

export const dashboardNotificationResource = resource(dashboardNotifications, {
  one: 'dashboard_notification',
  many: 'dashboard_notifications',
  tag: 'DashboardNotifications',
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404] },
  workspaceOf: ({ dashboard_token: dashboard }, ctx) => workspaceOf(ctx, dashboard),
  columns: async (body, ctx, current, workspace) => {
    const target =
      current && body.dashboard_token !== undefined
        ? await workspaceOf(ctx, body.dashboard_token)
        : workspace!;
    if (!mayCreate(ctx.actor, target)) throw forbidden();
    await requireRecipients(ctx, target, body);
    return {
      workspace_token: target,
      ...pick(body, ['title', 'dashboard_token', 'frequency', 'recipient_emails']),
      ...firstRun(body.frequency, current, ctx.now),
      ...(!current && { user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null }),
    };
  },
  afterSave: (row, body, ctx) =>
    replaceGivenLinks(ctx.db, { dashboard_notification_token: row.token }, [
      ['dashboard_notification_users', 'user_token', body.user_tokens],
      ['dashboard_notification_teams', 'team_token', body.team_tokens],
      ['dashboard_notification_channels', 'channel_token', body.channel_tokens],
    ]),
});

async function workspaceOf(ctx: Context, dashboard: string): Promise<string> {
  const row = await dashboards.rows.find(ctx, dashboard);
  if (!row) throw new UnknownReference('Dashboard', 'dashboard_token', dashboard);
  return row.workspace_token;
}
