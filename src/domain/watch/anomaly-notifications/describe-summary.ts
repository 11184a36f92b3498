import type { Selectable } from 'kysely';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import type { Tables } from '../../../platform/store/tables.js';
import type { MessageContent } from '../delivery/index.js';
import { riseOf } from './reported-rise.js';

export type StoredAnomaly = Selectable<Tables['anomaly_alerts']>;

/** Anomalies that a message lists one by one; the page of anomalies has all of them. */
const maxListed = 20;
const maxInData = 100;

/** One message about all anomalies of a summary, the largest rise first. */
export function describeSummary(
  report: { token: string; title: string },
  notification: { token: string; threshold: number },
  anomalies: readonly StoredAnomaly[],
): MessageContent {
  const sorted = anomalies.toSorted((a, b) => riseOf(b).comparedTo(riseOf(a)));
  const count = sorted.length;
  const more = count - maxListed;
  return {
    type: 'anomaly_notification',
    title: `${count === 1 ? 'Cost anomaly' : `${count} cost anomalies`}: ${report.title}`,
    summary: describeCause(sorted),
    facts: [
      ...sorted.slice(0, maxListed).map(factOf),
      ...(more > 0 ? [{ label: 'Further anomalies', value: String(more) }] : []),
      { label: 'Costs of', value: report.title },
    ],
    about: report.token,
    data: {
      anomaly_notification_token: notification.token,
      cost_report_token: report.token,
      threshold: notification.threshold,
      anomaly_count: count,
      anomalies: sorted.slice(0, maxInData).map(dataOf),
    },
  };
}

/** The largest anomaly as a sentence, with the number of all others. */
function describeCause(sorted: readonly StoredAnomaly[]): string {
  const [first] = sorted;
  if (!first) return 'There are no anomalies.';
  const others = sorted.length - 1;
  const rest =
    others === 0
      ? ''
      : ` ${others === 1 ? 'One other series' : `${others} other series`} rose too.`;
  const expected = formatMoney(first.expected_amount);
  return (
    `${first.service} cost ${formatMoney(first.amount)} ${first.currency} on ${first.anomaly_date}, ` +
    `where ${expected} ${first.currency} was expected.${rest}`
  );
}

function factOf(anomaly: StoredAnomaly): { label: string; value: string } {
  const { service, category, anomaly_date: day, currency, resources } = anomaly;
  const [amount, expected, previous, average] = [
    anomaly.amount,
    anomaly.expected_amount,
    anomaly.previous_amount,
    anomaly.seven_day_average,
  ].map(formatMoney);
  const of = resources.length === 0 ? '' : `; ${resources.join(', ')}`;
  return {
    label: `${category && category !== service ? `${service}, ${category}` : service} on ${day}`,
    value: `${amount} ${currency} (expected ${expected}, day before ${previous}, 7-day average ${average})${of}`,
  };
}

const dataOf = (anomaly: StoredAnomaly) => ({
  anomaly_alert_token: anomaly.token,
  date: anomaly.anomaly_date,
  provider: anomaly.provider,
  service: anomaly.service,
  category: anomaly.category,
  kind: anomaly.kind,
  amount: formatDecimal(anomaly.amount),
  previous_amount: formatDecimal(anomaly.previous_amount),
  seven_day_average: formatDecimal(anomaly.seven_day_average),
  expected_amount: formatDecimal(anomaly.expected_amount),
  currency: anomaly.currency,
  resources: anomaly.resources,
});

/** An amount as people read it: 33,000.00. */
const formatMoney = (amount: string) =>
  new Decimal(amount).toFixed(2).replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
