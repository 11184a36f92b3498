import type { Db } from '../../platform/store/tables.js';
import { conversionFactors } from '../costs/currency-conversion.js';

/** Units of `to` that one unit of each currency is worth on a day. Currencies without a rate are absent. */
export async function readFactors(
  db: Db,
  accountToken: string,
  pair: { from: readonly string[]; to: string; day: string },
): Promise<Map<string, string>> {
  const { from, to, day } = pair;
  const foreign = from.filter((currency) => currency !== to);
  const factors = new Map<string, string>(from.includes(to) ? [[to, '1']] : []);
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
