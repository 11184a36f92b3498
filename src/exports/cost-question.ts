import { type Kysely, sql } from 'kysely';
import { type Conversion, dailyFactors } from '../costs/conversion.js';
import type { CostQuery } from '../costs/cost-query.js';
import { costSource } from '../costs/cost-source.js';
import { parseGrouping } from '../costs/dimensions.js';
import { type CostScope, readScope } from '../costs/scope.js';
import type { DateRange } from '../lib/date-intervals.js';
import { addDays, lastOfMonth } from '../lib/days.js';
import type { Services } from '../services.js';
import { selectRows } from '../store/clickhouse/cost-store.js';
import type { Tables } from '../store/tables.js';
import { type Filter, QueryParameters, checkFilter, compileWhere, factsOf } from '../vql/index.js';
import type { CostRequest } from './cost-request.js';

/** A query over the costs in question; what is given changes it. */
export type AskCosts = (
  changes?: Partial<Pick<CostQuery, 'settings' | 'startDate' | 'endDate' | 'dateBin'>>,
) => CostQuery;

/** An export is never a page; the number is the largest the engine takes. */
const everything = Number.MAX_SAFE_INTEGER;

const kubernetes = new Set(['kubernetes', 'kubernetes_agent', 'opencost']);

/** Looks up all that the question needs: active loads, known tags, rates. Every query is then over the same. */
export async function prepareCostQuestion(
  services: Services,
  request: CostRequest,
): Promise<AskCosts> {
  const { db } = services;
  const scope = await readScope(db, [request.workspace_token]);
  const filters = request.filters
    .map((text) => checkFilter('cost_export', text))
    .filter((filter) => filter !== null);
  const facts = filters.map(factsOf);
  const knownTagValues = await readTagValues(services, scope, filters);
  const conversion = await readConversion(db, scope, request);
  return ({ settings = request.settings, ...changes } = {}) => {
    const parameters = new QueryParameters();
    const source = costSource(settings.amortize ? 'amortized' : 'billed');
    const compiled = compileWhere(filters, scope, { source, parameters, knownTagValues });
    return {
      condition: {
        sql: compiled.where,
        weight: compiled.weight,
        params: parameters.values,
        usesResources: facts.some(({ fields }) => fields.includes('costs.resource_id')),
        usesKubernetes: facts.some(({ providers }) => providers?.some((p) => kubernetes.has(p))),
      },
      startDate: request.range.start,
      endDate: request.range.end,
      today: request.today,
      dateBin: request.date_bin,
      groupings: request.groupings.map((text) => parseGrouping(text)!),
      settings,
      conversion,
      order: 'asc',
      limit: everything,
      page: 1,
      ...changes,
    };
  };
}

/** Values of the tags that a filter compares loosely, which no SQL can do. */
async function readTagValues(
  { costs }: Services,
  scope: CostScope,
  filters: readonly Filter[],
): Promise<Map<string, string[]> | undefined> {
  const keys = filters.map((filter) => factsOf(filter).flexibleTagKeys);
  if (keys.every((each) => each.length === 0) || scope.loadIds.length === 0) return undefined;
  const named = keys.includes('all') ? '' : 'AND tag_key IN {keys:Array(String)}';
  const rows = await selectRows<{ tag_key: string; tag_values: string[] }>(
    costs.client,
    `SELECT tag_key, groupUniqArray(tag_value) AS tag_values FROM tag_values
     WHERE load_id IN {loads:Array(UInt32)} ${named} GROUP BY tag_key`,
    { loads: scope.loadIds, ...(named ? { keys: keys.flat() } : {}) },
  );
  return new Map(rows.map((row) => [row.tag_key, row.tag_values]));
}

async function readConversion(
  db: Kysely<Tables>,
  scope: CostScope,
  request: CostRequest,
): Promise<Conversion> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(['account_token', 'currency', 'enable_currency_conversion', 'exchange_rate_date'])
    .where('token', '=', request.workspace_token)
    .executeTakeFirstOrThrow();
  const isOn = workspace.enable_currency_conversion;
  const to = isOn ? workspace.currency : 'USD';
  const method =
    isOn && workspace.exchange_rate_date === 'end_of_billing_period_rate'
      ? 'end_of_billing_period'
      : 'daily';
  const stored = await storedCosts(db, scope);
  const currencies = stored.currencies.filter((currency) => currency !== to);
  if (currencies.length === 0) return { to, method, factors: [] };
  const days = [request.range, request.previous_range].flatMap((range) =>
    daysWithin(range, stored),
  );
  const dates = method === 'daily' ? days : days.map((day) => lastOfMonth(day));
  const rates = await readRates(db, workspace.account_token, [to, 'USD', ...currencies]);
  return { to, method, factors: dailyFactors(rates, to, currencies, [...new Set(dates)]) };
}

interface StoredCosts {
  currencies: string[];
  first: string | null;
  last: string | null;
}

/** What the books of the loads say: currencies, first and last day. */
async function storedCosts(db: Kysely<Tables>, { loadIds }: CostScope): Promise<StoredCosts> {
  const { rows } = await sql<StoredCosts>`
    select coalesce(array_agg(distinct total ->> 'currency'), '{}') as currencies,
      min(first_date) as first, max(last_date) as last
    from loads cross join lateral jsonb_array_elements(totals) as total
    where load_id = any(${[...loadIds]}::int[])`.execute(db);
  return rows[0]!;
}

/** Only days that have costs need a factor, however long the range is. */
function daysWithin(range: DateRange, { first, last }: StoredCosts): string[] {
  const days: string[] = [];
  const start = first !== null && first > range.start ? first : range.start;
  const end = last !== null && last < range.end ? last : range.end;
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

async function readRates(db: Kysely<Tables>, account: string, currencies: string[]) {
  const rows = await db
    .selectFrom('exchange_rates')
    .selectAll()
    .where('account_token', '=', account)
    .where('base_currency_code', 'in', currencies)
    .where('currency_code', 'in', currencies)
    .execute();
  return rows.map((row) => ({
    base: row.base_currency_code,
    currency: row.currency_code,
    date: row.effective_date,
    rate: row.rate,
  }));
}
