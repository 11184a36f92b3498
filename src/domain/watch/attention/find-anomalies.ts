import type { Context } from '../../../platform/kernel/context.js';
import { daysIn } from '../../../platform/lib/days.js';
import { formatDecimal, subtractDecimals } from '../../../platform/lib/decimal.js';
import { type AnomalyEvent, readEvents } from '../anomalies/index.js';
import type { AttentionItem } from './attention-item.js';

const maxAnomalies = 1000;

/** Open anomalies, each once however many reports show it. */
export async function findAnomalies(ctx: Context, workspace: string): Promise<AttentionItem[]> {
  const page = { number: 1, limit: maxAnomalies, offset: 0 };
  const { events } = await readEvents(ctx, { workspace, status: 'open' }, page);
  return events.map(itemOf);
}

/** The impact so far; that of the first day until its report has been searched again. */
const itemOf = ({ lead }: AnomalyEvent): AttentionItem => ({
  kind: 'anomaly',
  token: lead.token,
  title: lead.service,
  amount: formatDecimal(lead.impact ?? subtractDecimals(lead.amount, lead.expected_amount)),
  currency: lead.currency,
  date: lead.anomaly_date,
  count: lead.last_day ? daysIn({ start: lead.anomaly_date, end: lead.last_day }) : 1,
});
