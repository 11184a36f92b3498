import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  expiresSoonDays,
  listCommitments,
  readHourlyPrices,
} from '../../optimise/financial-commitments/index.js';
import type { AttentionItem } from './attention-item.js';

const maxCommitments = 1000;
/** A month in every price per hour. */
const hoursPerMonth = 730;

/** Commitments that expire soon, with what they cost per month. */
export async function findCommitments(
  { services, now }: Context,
  workspace: string,
): Promise<AttentionItem[]> {
  const page = { limit: maxCommitments, offset: 0 };
  const { found } = await listCommitments(services, [workspace], page);
  const soon = new Date(addDays(formatDate(now), expiresSoonDays));
  const expiring = found.filter((row) => row.ends_at > now && row.ends_at < soon);
  const priceOf = await readHourlyPrices(services, expiring, now);
  return expiring.map((row) => {
    const price = priceOf(row);
    return {
      kind: 'commitment_expiring',
      token: null,
      title: row.type.startsWith(row.service) ? row.type : `${row.service} ${row.type}`,
      amount: price ? formatDecimal(price.times(hoursPerMonth).toFixed()) : null,
      currency: row.currency,
      date: formatDate(row.ends_at),
      count: 1,
    };
  });
}
