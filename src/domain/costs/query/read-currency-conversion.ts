import { sql } from 'kysely';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { readCached } from '../../../platform/store/read-cache.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  type CurrencyConversion,
  type ExchangeRate,
  conversionFactors,
} from './currency-conversion.js';

/** What is converted: its currencies, and the days that it covers. */
interface ConvertedScope {
  currencies: readonly string[];
  loads: readonly { first: string; last: string }[];
}

interface WorkspaceRate {
  to: string;
  converts: boolean;
  exchange_rate_date: string;
  base: string | null;
  currency: string;
  date: string;
  rate: string;
}

/** How a workspace converts costs of other currencies, with the rates of the days in the range. */
export async function readCurrencyConversion(
  db: Db,
  workspace: string,
  scope: ConvertedScope,
  range: DateRange,
): Promise<CurrencyConversion> {
  const { currencies } = scope;
  const rows = await readCached(db, `rates of ${workspace} for ${currencies.join()}`, () =>
    readRates(db, workspace, currencies),
  );
  const [settings] = rows;
  if (!settings) throw new Error(`no workspace ${workspace}`);
  const { to } = settings;
  const usesMonthEnd =
    settings.converts && settings.exchange_rate_date === 'end_of_billing_period_rate';
  const rates: ExchangeRate[] = rows.flatMap(({ base, currency, date, rate }) =>
    base === null ? [] : [{ base, currency, date, rate }],
  );
  const foreign = currencies.filter((currency) => currency !== to);
  const days = foreign.length === 0 ? [] : daysWithCosts(range, scope);
  const rateDays = usesMonthEnd ? [...new Set(days.map((day) => lastOfMonth(day)))] : days;
  const factors = conversionFactors(rates, to, foreign, rateDays);
  const rated = new Set(factors.map(({ currency }) => currency));
  return {
    to,
    method: usesMonthEnd ? 'end_of_billing_period' : 'daily',
    factors,
    unratedCurrencies: foreign.filter((currency) => !rated.has(currency)),
  };
}

/** One row per rate, and at least one row. A workspace without conversion reports US dollars. */
async function readRates(
  db: Db,
  workspace: string,
  currencies: readonly string[],
): Promise<WorkspaceRate[]> {
  const involved = [...currencies, 'USD'];
  const { rows } = await sql<WorkspaceRate>`
    select w.target as to, w.enable_currency_conversion as converts, w.exchange_rate_date,
      r.base_currency_code as base, r.currency_code as currency, r.effective_date as date, r.rate::text as rate
    from (select *, case when enable_currency_conversion then currency else 'USD' end as target
      from workspaces where token = ${workspace}) w
    left join exchange_rates r on r.account_token = w.account_token
      and cardinality(array_remove(${[...currencies]}::text[], w.target)) > 0
      and r.base_currency_code = any(${involved}::text[] || w.target)
      and r.currency_code = any(${involved}::text[] || w.target)`.execute(db);
  return rows;
}

/** The days of a range on which the scope can have costs. */
function daysWithCosts(range: DateRange, { loads }: ConvertedScope): string[] {
  const first = loads.map((load) => load.first).toSorted()[0] ?? range.end;
  const last =
    loads
      .map((load) => load.last)
      .toSorted()
      .at(-1) ?? range.start;
  const end = range.end < last ? range.end : last;
  const days: string[] = [];
  for (let day = range.start > first ? range.start : first; day <= end; day = addDays(day, 1)) {
    days.push(day);
  }
  return days;
}
