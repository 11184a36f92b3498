import { z } from 'zod';
import { mayChange } from '../../../platform/auth/access.js';
import type { Context } from '../../../platform/kernel/context.js';
import { formatDay } from '../../../platform/lib/format-days.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { forbidden } from '../../../platform/lib/errors.js';
import { costReports, onVisibleReport } from '../../reports/cost-reports/index.js';
import { readResourceTokens } from './resource-tokens.js';

const AnomalyAlert = z
  .object({
    token: z.string(),
    created_at: z.string().describe('When it was detected.'),
    alerted_at: z
      .string()
      .nullable()
      .describe('When it was first part of a notification; null if it was not.'),
    category: z.string().nullable(),
    service: z.string(),
    provider: z.string(),
    amount: z.string().describe('Cost of the anomalous day.'),
    previous_amount: z.string().describe('Cost of the day before.'),
    seven_day_average: z.string().describe('Average of the seven days before.'),
    status: z.string().describe('active, archived or ignored.'),
    feedback: z.string().nullable(),
    resources: z.array(z.string()).describe('Resources that explain most of the rise, at most 5.'),
    resource_tokens: z
      .array(z.string())
      .describe('Those of them that are known as resources of the workspace.'),
    cost_report_token: z.string(),
    anomaly_date: z.string().describe('The anomalous day.'),
    kind: z.string().describe('spike, step or drift.'),
    expected_amount: z.string().describe('What the day was expected to cost.'),
    expected_lower: z.string().describe('Lower end of the expected costs.'),
    expected_upper: z.string().describe('Upper end of the expected costs.'),
    currency: z.string(),
  })
  .meta({ id: 'AnomalyAlert' });

export const anomalyAlerts = entity({
  table: 'anomaly_alerts',
  prefix: 'anmly_alrt',
  kind: 'Anomaly Alert',
  label: 'Anomaly',
  title: (row) => `${row.service} on ${formatDay(row.anomaly_date)}`,
  page: '/anomalies/{token}',
  access: { within: 'account', visible: (_, ctx) => onVisibleReport(ctx) },
  model: AnomalyAlert,
  derive: async (rows, ctx) => {
    const tokensOf = await readResourceTokens(ctx, rows);
    return (row) => ({
      resource_tokens: tokensOf(row),
      ...Object.fromEntries(figures.map((key) => [key, formatDecimal(row[key])])),
    });
  },
  unversioned: ['alerted_at'],
});

const figures = [
  'amount',
  'previous_amount',
  'seven_day_average',
  'expected_amount',
  'expected_lower',
  'expected_upper',
] as const;

/** Anomalies belong to their report: who may change it may deal with them. */
export async function requireEditable(ctx: Context, row: Row<'anomaly_alerts'>): Promise<void> {
  const report = await costReports.rows.load(ctx, row.cost_report_token);
  if (!mayChange(ctx.actor, await costReports.rows.accessTarget(ctx, report))) throw forbidden();
}
