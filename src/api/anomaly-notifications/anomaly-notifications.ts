import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { workspaceOfReport } from '../../domain/reports/cost-reports/index.js';
import { anomalyNotifications } from '../../domain/watch/anomaly-notifications/index.js';
import {
  namedChannelFields,
  recipientFields,
  ruleResource,
} from '../../domain/watch/delivery/index.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
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

const fields = { threshold: threshold().optional(), ...recipientFields, ...namedChannelFields };

export const anomalyNotificationResource = ruleResource(anomalyNotifications, {
  one: 'anomaly_notification',
  many: 'anomaly_notifications',
  tag: 'AnomalyNotifications',
  create: z.object({ cost_report_token: z.string(), ...fields }),
  // A notification stays with its report.
  update: z.object(fields),
  filters: z.object({ cost_report_token: z.string().optional() }),
  where: ({ cost_report_token: report }) =>
    report === undefined ? [] : [sql<SqlBool>`cost_report_token = ${report}`],
  errors: { create: [400], update: [400, 404] },
  watches: workspaceOfReport,
  columns: (body, _ctx, current) =>
    pick(body, current ? ['threshold'] : ['threshold', 'cost_report_token']),
});
