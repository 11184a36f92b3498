import { z } from 'zod';
import { creatorOf } from '../../domain/costs/saved-reports/index.js';
import { workspaceOfReport } from '../../domain/reports/cost-reports/index.js';
import {
  namedChannelFields,
  recipientFields,
  ruleResource,
} from '../../domain/watch/delivery/index.js';
import {
  changeForms,
  firstRun,
  frequencies,
  reportNotifications,
} from '../../domain/watch/report-notifications/index.js';
import { choice, title, token } from '../../platform/kernel/fields.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  cost_report_token: token(),
  frequency: choice(frequencies),
  change: choice(changeForms),
  ...recipientFields,
  ...namedChannelFields,
};

export const reportNotificationResource = ruleResource(reportNotifications, {
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
  watches: workspaceOfReport,
  columns: (body, ctx, current) => ({
    ...pick(body, ['title', 'cost_report_token', 'frequency', 'change']),
    ...firstRun(body.frequency, current, ctx.now),
    ...(!current && { user_token: creatorOf(ctx) }),
  }),
});
