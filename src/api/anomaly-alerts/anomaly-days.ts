import { z } from 'zod';
import { anomalyAlerts, readAnomalyDays } from '../../domain/watch/anomalies/index.js';
import { operation } from '../../platform/kernel/operation.js';

const AnomalyDay = z
  .object({
    date: z.string(),
    amount: z.string().describe('Costs of the series, as the bills are now.'),
    expected_amount: z
      .string()
      .nullable()
      .describe('Expected from the days before; null where there are less than two weeks of them.'),
    expected_lower: z.string().nullable(),
    expected_upper: z.string().nullable(),
  })
  .meta({ id: 'AnomalyDay' });

export const getAnomalyDays = operation({
  id: 'getAnomalyDays',
  tag: 'AnomalyAlerts',
  method: 'GET',
  path: '/v2/anomaly_alerts/{anomaly_alert_token}/days',
  summary: 'Get the settled daily costs around an anomaly, with the expected range of each day',
  params: z.object({ anomaly_alert_token: z.string() }),
  status: 200,
  errors: [404],
  response: z
    .object({
      currency: z.string(),
      days: z
        .array(AnomalyDay)
        .describe('In order; without taxes, credits, refunds and fees that are paid at once.'),
    })
    .meta({ id: 'AnomalyDays' }),
  run: async ({ params }, ctx) =>
    readAnomalyDays(ctx, await anomalyAlerts.rows.load(ctx, params.anomaly_alert_token)),
});
