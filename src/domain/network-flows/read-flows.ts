import type { Context } from '../../platform/kernel/context.js';
import type { Page } from '../../platform/kernel/paging.js';
import { unprocessable } from '../../platform/lib/errors.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import type { CurrencyConversion } from '../costs/currency-conversion.js';
import { readCurrencyConversion } from '../costs/read-currency-conversion.js';
import { type Filter, QueryParameters, compileWhere, networkFlowRows } from '../vql/index.js';
import type { FlowDirection, FlowGrouping, FlowWeight } from './flow-groupings.js';
import { type FlowScope, readFlowScope } from './flow-loads.js';
import {
  type FlowPrices,
  type PriceKey,
  parsePriceKey,
  pricePlaces,
  pricesOf,
  scalePlaces,
} from './price-flows.js';
import { type TransferRates, readTransferRates } from './transfer-rates.js';

export interface FlowQuery {
  workspace: string;
  range: DateRange;
  filter: Filter | null;
  groupings: readonly FlowGrouping[];
  direction: FlowDirection;
  weight: FlowWeight;
}

export interface FlowRow {
  /** Values in the order of the groupings; null where unknown. */
  values: (string | null)[];
  currency: string;
  /** What was transferred. */
  bytes: string;
  /** What was observed. */
  sampledBytes: string;
  cost: string;
  sampledCost: string;
}

export interface FlowResult {
  rows: FlowRow[];
  /** The highest share of records read on any day, in percent; null if every record was read. */
  maxSamplingPercent: number | null;
}

/** Reads a page of network flows, with one row more than the page has if there are more. */
export async function readFlows(
  ctx: Context,
  query: FlowQuery,
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<FlowResult> {
  const scope = await readFlowScope(ctx, query.workspace, query.range);
  if (!scope.hasSource) {
    throw unprocessable('The workspace has no flow logs; import VPC flow logs first.');
  }
  if (scope.loadIds.length === 0) return { rows: [], maxSamplingPercent: null };
  const { where, parameters } = conditionOf(query, scope);
  const { costs } = ctx.services;
  const found = await selectRows<{ price_key: string }>(
    costs.client,
    `SELECT price_key FROM network_flows WHERE ${where} GROUP BY price_key`,
    parameters,
  );
  const keys = found.map(({ price_key }) => parsePriceKey(price_key));
  if (keys.length === 0) return { rows: [], maxSamplingPercent: null };
  const rates = await readTransferRates(ctx.db, costs, ctx.actor.accountToken, formatDate(ctx.now));
  const prices = pricesOf(keys, rates, await conversionFor(ctx, query, keys, rates));
  const rows = await selectRows<Record<string, string | null>>(
    costs.client,
    pageStatement(query, where, prices),
    {
      ...parameters,
      price_keys: prices.keys,
      price_numbers: prices.numbers,
      prices: prices.prices,
      sampled_prices: prices.sampledPrices,
      scales: prices.scales,
      currencies: prices.currencies,
      limit: page.limit + 1,
      offset: page.offset,
    },
  );
  return { rows: rows.map((row) => toFlowRow(row, query)), maxSamplingPercent: samplingOf(keys) };
}

function conditionOf(query: FlowQuery, scope: FlowScope) {
  const parameters = new QueryParameters();
  const { where } = compileWhere([query.filter], scope, { source: networkFlowRows, parameters });
  const { start, end } = query.range;
  const conditions = [
    `day BETWEEN ${parameters.bind('Date', start)} AND ${parameters.bind('Date', end)}`,
    ...(query.direction === 'all'
      ? []
      : [`flow_direction = ${parameters.bind('String', query.direction)}`]),
    `(${where})`,
  ];
  return { where: conditions.join(' AND '), parameters: { ...parameters.values } };
}

/** How rates are converted into the currency of the workspace on each day of the range. */
function conversionFor(
  ctx: Context,
  { workspace, range }: FlowQuery,
  keys: readonly PriceKey[],
  rates: TransferRates,
): Promise<CurrencyConversion> {
  const currencies = new Set(keys.flatMap((key) => rates.of(key).map(({ currency }) => currency)));
  const days = keys.map(({ day }) => day).toSorted();
  const covered = { first: days[0] ?? range.start, last: days.at(-1) ?? range.end };
  return readCurrencyConversion(
    ctx.db,
    workspace,
    { currencies: [...currencies].toSorted(), loads: [covered] },
    range,
  );
}

/**
 * Prices are found by number, so a flow is priced while it is summed. Bytes and costs that were observed
 * are only summed apart where records were sampled.
 */
function pageStatement(
  { groupings, weight }: FlowQuery,
  where: string,
  { scales, currencies }: FlowPrices,
): string {
  const groups = groupings.map((_, index) => `g${index}`);
  const columns = groupings.map((column, index) => `${column} AS g${index}`);
  const sumOf = (list: string, places: number) =>
    `sum(toDecimal256(bytes, 0) * arrayMap(text -> toDecimal256(text, ${places}), {${list}:Array(String)})[price])`;
  const isSampled = scales.some((scale) => scale !== '1');
  const hasOneCurrency = new Set(currencies).size === 1;
  const currency = `{currencies:Array(String)}[${hasOneCurrency ? '1' : 'price'}]`;
  const keys = [...groups, ...(hasOneCurrency ? [] : ['currency'])];
  const order = weight === 'costs' ? ['cost', 'bytes'] : ['bytes', 'cost'];
  return (
    `SELECT ${groups.map((group) => `toString(${group}) AS ${group}`).join(', ')}, currency,\n` +
    `  toString(total_bytes) AS bytes, toString(sampled_bytes) AS sampled_bytes,\n` +
    `  toString(round(total_cost, 18)) AS cost, toString(round(total_sampled_cost, 18)) AS sampled_cost\n` +
    `FROM (\nSELECT ${groups.join(', ')}, ${currency} AS currency,\n` +
    `  sum(bytes) AS sampled_bytes, ${sumOf('prices', pricePlaces)} AS total_cost,\n` +
    `  ${isSampled ? sumOf('scales', scalePlaces) : 'sampled_bytes'} AS total_bytes,\n` +
    `  ${isSampled ? sumOf('sampled_prices', pricePlaces) : 'total_cost'} AS total_sampled_cost\n` +
    `FROM (\nSELECT ${columns.join(', ')}, bytes,\n` +
    `  transform(price_key, {price_keys:Array(String)}, {price_numbers:Array(UInt32)}, toUInt32(0)) AS price\n` +
    `FROM network_flows WHERE ${where}\n)\nGROUP BY ${keys.join(', ')}\n)\n` +
    `ORDER BY ${[...order.map((column) => `total_${column} DESC`), ...groups, 'currency'].join(', ')}\n` +
    `LIMIT {limit:UInt32} OFFSET {offset:UInt64}`
  );
}

const toFlowRow = (row: Record<string, string | null>, { groupings }: FlowQuery): FlowRow => ({
  values: groupings.map((_, index) => row[`g${index}`] ?? null),
  currency: row['currency']!,
  bytes: row['bytes']!,
  sampledBytes: row['sampled_bytes']!,
  cost: row['cost']!,
  sampledCost: row['sampled_cost']!,
});

function samplingOf(keys: readonly PriceKey[]): number | null {
  const rates = keys.map((key) => Number(key.sample_rate));
  if (rates.every((rate) => rate === 1)) return null;
  return new Decimal(Math.max(...rates)).times(100).toNumber();
}
