import { z } from 'zod';
import type { FoundAnomaly } from '../../domain/watch/anomalies/index.js';
import { backtestNotification } from '../../domain/watch/anomaly-notifications/index.js';
import { costReports } from '../../domain/reports/cost-reports/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { UnknownReference } from '../../platform/lib/errors.js';
import { threshold } from './anomaly-notifications.js';

const BacktestedAnomaly = z
  .object({
    provider: z.string(),
    service: z.string(),
    category: z.string().nullable(),
    kind: z.string().describe('spike, step or drift.'),
    amount: z.string(),
    previous_amount: z.string(),
    seven_day_average: z.string(),
    expected_amount: z.string(),
    expected_lower: z.string(),
    expected_upper: z.string(),
  })
  .meta({ id: 'BacktestedAnomaly' });

export const backtestAnomalyNotification = operation({
  id: 'backtestAnomalyNotification',
  tag: 'AnomalyNotifications',
  method: 'POST',
  path: '/v2/anomaly_notifications/backtest',
  summary: 'Show what an anomaly notification would have reported in the last days',
  body: z
    .object({
      cost_report_token: z.string(),
      threshold: threshold().optional(),
      days: z.int().min(1).max(365).optional().describe('Days before today; 90 by default.'),
    })
    .meta({ id: 'backtestAnomalyNotification' }),
  status: 200,
  errors: [400],
  readsOnly: true,
  response: z
    .object({
      cost_report_token: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      currency: z.string(),
      anomaly_count: z.int().describe('Anomalies of these days, whatever their rise.'),
      unsearched_series_count: z
        .int()
        .describe('Series beyond the 1,000 largest of the report, which are not searched.'),
      reported_count: z.int().describe('Those that reach the threshold.'),
      days: z.array(z.object({ date: z.string(), anomalies: z.array(BacktestedAnomaly) })),
    })
    .meta({ id: 'AnomalyNotificationBacktest' }),
  run: async ({ body }, ctx) => {
    const { cost_report_token: token, threshold: least = 0, days = 90 } = body;
    const report = await costReports.rows.find(ctx, token);
    if (!report) throw new UnknownReference('Cost Report', 'cost_report_token', token);
    const backtest = await backtestNotification(ctx, { report: token, threshold: least, days });
    return {
      cost_report_token: token,
      start_date: backtest.startDate,
      end_date: backtest.endDate,
      currency: backtest.currency,
      anomaly_count: backtest.anomalyCount,
      unsearched_series_count: backtest.leftOut,
      reported_count: backtest.days.reduce((sum, { anomalies }) => sum + anomalies.length, 0),
      days: backtest.days.map(({ date, anomalies }) => ({
        date,
        anomalies: anomalies.map(serializeAnomaly),
      })),
    };
  },
});

const serializeAnomaly = (anomaly: FoundAnomaly): z.input<typeof BacktestedAnomaly> => ({
  provider: anomaly.provider,
  service: anomaly.service,
  category: anomaly.category,
  kind: anomaly.kind,
  amount: formatDecimal(anomaly.amount),
  previous_amount: formatDecimal(anomaly.previousAmount),
  seven_day_average: formatDecimal(anomaly.sevenDayAverage),
  expected_amount: formatDecimal(anomaly.expected),
  expected_lower: formatDecimal(anomaly.lower),
  expected_upper: formatDecimal(anomaly.upper),
});
