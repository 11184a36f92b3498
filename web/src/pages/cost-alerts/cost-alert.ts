import type { Body, Schemas } from '../../api/types.js';
import { formatMoney } from '../../lib/money.js';

export type CostAlert = Schemas['CostAlert'];
/** A change of a group from one interval to the next. */
export type CostAlertChange = Schemas['CostAlertChange'];
export type Interval = Body<'/v2/cost_alerts', 'post'>['interval'];
export type Unit = Body<'/v2/cost_alerts', 'post'>['unit_type'];

export const costAlertsPath = '/v2/cost_alerts';
export const costAlertPath = '/v2/cost_alerts/{cost_alert_token}';

/** The page of a cost alert. */
export const costAlertPage = (token: string): string => `/cost-alerts/${token}`;

export const intervals: { value: Interval; label: string }[] = [
  { value: 'day', label: 'Day over day' },
  { value: 'week', label: 'Week over week (Sunday to Saturday)' },
  { value: 'month', label: 'Month over month' },
  { value: 'quarter', label: 'Quarter over quarter' },
];

/** `Day over day` */
export const describeInterval = ({ interval }: Pick<CostAlert, 'interval'>): string =>
  intervals.find(({ value }) => value === interval)?.label ?? interval;

/** `20%, at least $50.00` or `$500.00`: the smallest change that is told. */
export function describeThreshold(
  {
    unit_type: unit,
    threshold,
    minimum_threshold: minimum,
  }: Pick<CostAlert, 'unit_type' | 'threshold' | 'minimum_threshold'>,
  currency: string,
): string {
  // Thresholds are numbers in the API; they are entered, never sums.
  const money = (amount: number) => formatMoney(String(amount), currency);
  if (unit === 'currency') return money(threshold);
  return minimum === null ? `${threshold}%` : `${threshold}%, at least ${money(minimum)}`;
}

/** Whom an alert tells. */
export const recipientsOf = ({
  email_recipients,
  slack_channels,
  teams_channels,
}: Pick<CostAlert, 'email_recipients' | 'slack_channels' | 'teams_channels'>): string[] => [
  ...email_recipients,
  ...slack_channels.map((name) => `${name} (Slack)`),
  ...teams_channels.map((name) => `${name} (Teams)`),
];
