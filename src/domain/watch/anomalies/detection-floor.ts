import type { Context } from '../../../platform/kernel/context.js';
import { formatDate } from '../../../platform/lib/time.js';
import { conversionFactors } from '../../costs/query/index.js';

/** Smallest rise that counts, in US dollars. */
const minRiseInDollars = 10;

/** The smallest rise that counts, in another currency at the latest rate; without a rate, the same number. */
export async function readMinRise({ db, actor, now }: Context, currency: string): Promise<number> {
  if (currency === 'USD') return minRiseInDollars;
  const rates = await db
    .selectFrom('exchange_rates')
    .select([
      'base_currency_code as base',
      'currency_code as currency',
      'effective_date as date',
      'rate',
    ])
    .where('account_token', '=', actor.accountToken)
    .where('base_currency_code', 'in', ['USD', currency])
    .where('currency_code', 'in', ['USD', currency])
    .execute();
  const [latest] = conversionFactors(rates, currency, ['USD'], [formatDate(now)]);
  return minRiseInDollars * Number(latest?.factor ?? 1);
}
