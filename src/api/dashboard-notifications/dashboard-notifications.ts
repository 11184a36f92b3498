import { z } from 'zod';
import { creatorOf } from '../../domain/costs/saved-reports/index.js';
import { workspaceOfDashboard } from '../../domain/reports/dashboards/index.js';
import { dashboardNotifications } from '../../domain/watch/dashboard-notifications/index.js';
import { recipientFields, ruleResource } from '../../domain/watch/delivery/index.js';
import { firstRun, frequencies } from '../../domain/watch/report-notifications/index.js';
import { choice, title, token } from '../../platform/kernel/fields.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  dashboard_token: token(),
  frequency: choice(frequencies),
  ...recipientFields,
};

export const dashboardNotificationResource = ruleResource(dashboardNotifications, {
  one: 'dashboard_notification',
  many: 'dashboard_notifications',
  tag: 'DashboardNotifications',
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404] },
  watches: workspaceOfDashboard,
  columns: (body, ctx, current) => ({
    ...pick(body, ['title', 'dashboard_token', 'frequency']),
    ...firstRun(body.frequency, current, ctx.now),
    ...(!current && { user_token: creatorOf(ctx) }),
  }),
});
