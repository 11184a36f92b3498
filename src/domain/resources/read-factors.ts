import { sql } from 'kysely';
import { Decimal } from '../../platform/lib/decimal.js';
import type { Db } from '../../platform/store/tables.js';
import { type ExchangeRate, conversionFactors } from '../costs/currency-conversion.js';

/** What one unit of each currency is worth on a day; a currency without a rate is left out. */
export async function readFactors(
  db: Db,
  account: string,
  to: string,
  currencies: Iterable<string>,
  day: string,
): Promise<Map<string, Decimal>> {
  const foreign = [...new Set(currencies)].filter((currency) => currency !== to);
  const own: [string, Decimal][] = [[to, new Decimal(1)]];
  if (foreign.length === 0) return new Map(own);
  const involved = [...foreign, to, 'USD'];
  const { rows } = await sql<ExchangeRate>`
    select base_currency_code as base, currency_code as currency, effective_date as date, rate::text as rate
    from exchange_rates where account_token = ${account}
      and base_currency_code = any(${involved}) and currency_code = any(${involved})`.execute(db);
  const factors = conversionFactors(rows, to, foreign, [day]);
  return new Map([
    ...own,
    ...factors.map(({ currency, factor }): [string, Decimal] => [currency, new Decimal(factor)]),
  ]);
}
