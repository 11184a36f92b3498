import type { Db } from '../../../platform/store/tables.js';
import { conversionFactors } from './currency-conversion.js';

/**
 * Units of `to` that one unit of each currency is worth on a day, as decimal text. The currency itself is
 * worth 1; currencies without a rate are absent.
 */
export async function readFactors(
  db: Db,
  accountToken: string,
  { from, to, day }: { from: Iterable<string>; to: string; day: string },
): Promise<Map<string, string>> {
  const factors = new Map([[to, '1']]);
  const foreign = [...new Set(from)].filter((currency) => currency !== to);
  if (foreign.length === 0) return factors;
  const involved = [...foreign, to, 'USD'];
  const rates = await db
    .selectFrom('exchange_rates')
    .select(['base_currency_code as base', 'currency_code as currency', 'effective_date as date'])
    .select('rate')
    .where('account_token', '=', accountToken)
    .where('base_currency_code', 'in', involved)
    .where('currency_code', 'in', involved)
    .execute();
  for (const { currency, factor } of conversionFactors(rates, to, foreign, [day])) {
    factors.set(currency, factor);
  }
  return factors;
}
