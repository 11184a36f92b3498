import { formatDecimal } from '../../../platform/lib/decimal.js';
import { type MessageContent } from '../delivery/index.js';
import { formatMoney } from '../../../platform/lib/format-amounts.js';
import type { CostChange } from './compare-intervals.js';
import {
  changeInPercentage,
  comparisonName,
  describeChange,
  joinNames,
  serializeChange,
} from './describe-change.js';
import type { DueChanges } from './due-changes.js';

/** Changes that a message or annotation lists; it says how many more there are. */
const maxListed = 20;

/** One sentence per change, the largest first. */
export function listDescriptions({ alert, changes, currency }: DueChanges): string[] {
  const listed = changes.slice(0, maxListed);
  const more = changes.length - listed.length;
  return [
    ...listed.map((change) => describeChange(change, alert.unit_type, currency)),
    ...(more > 0 ? [`${more} further groups changed.`] : []),
  ];
}

/** One message about all changes of a report in the same interval, the largest first. */
export function describeEvents(due: DueChanges, event: string): MessageContent {
  const { alert, report, changes, currency } = due;
  const first = changes[0]!;
  const compared = comparisonName(first.interval);
  return {
    type: 'cost_alert',
    title: `Cost alert: ${alert.title}`,
    summary:
      changes.length === 1
        ? describeChange(first, alert.unit_type, currency)
        : `${compared} costs of ${changes.length} groups of ${report.title} changed.`,
    facts: [
      ...changeFacts(due),
      {
        label: 'Compared',
        value: `${first.start} with ${first.previousStart} (${first.interval})`,
      },
      { label: 'As of', value: first.triggeredOn },
      { label: 'Threshold', value: describeThreshold(due) },
      { label: 'Report', value: report.title },
    ],
    about: report.token,
    data: {
      cost_alert_token: alert.token,
      cost_alert_event_token: event,
      title: alert.title,
      cost_report_token: report.token,
      interval: first.interval,
      interval_start: first.start,
      previous_interval_start: first.previousStart,
      date: first.triggeredOn,
      unit_type: alert.unit_type,
      threshold: formatDecimal(alert.threshold),
      minimum_threshold: alert.minimum_threshold && formatDecimal(alert.minimum_threshold),
      currency,
      change_count: changes.length,
      changes: changes.slice(0, maxListed).map(serializeChange),
    },
  };
}

function changeFacts({ changes, currency }: DueChanges): MessageContent['facts'] {
  if (changes.length === 1) {
    const [{ group, previous, current }] = changes as [CostChange];
    return [
      { label: 'Group', value: joinNames(group.names) },
      { label: 'Before', value: `${formatMoney(previous)} ${currency}` },
      { label: 'Now', value: `${formatMoney(current)} ${currency}` },
      { label: 'Change', value: formatChange(changes[0]!, currency) },
    ];
  }
  const listed = changes.slice(0, maxListed);
  const more = changes.length - listed.length;
  return [
    ...listed.map((change) => ({
      label: joinNames(change.group.names),
      value: formatChange(change, currency),
    })),
    ...(more > 0 ? [{ label: 'Further groups', value: String(more) }] : []),
  ];
}

/** `+60.00 USD (+15%)`. */
function formatChange(change: CostChange, currency: string): string {
  const sign = change.change.isNegative() ? '-' : '+';
  const percentage = changeInPercentage(change);
  const share = percentage === null ? '' : ` (${sign}${percentage.abs().toFixed()}%)`;
  return `${sign}${formatMoney(change.change.abs())} ${currency}${share}`;
}

function describeThreshold({ alert, currency }: DueChanges): string {
  const { unit_type, threshold, minimum_threshold: minimum } = alert;
  if (unit_type === 'currency') return `${threshold} ${currency}`;
  return minimum === null ? `${threshold}%` : `${threshold}%, from ${minimum} ${currency}`;
}
