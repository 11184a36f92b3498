import type { Context } from '../../../platform/kernel/context.js';
import type { Page } from '../../../platform/kernel/paging.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { type CurrencyConversion, readCurrencyConversion } from '../../costs/query/index.js';
import { type Filter, compileWhere, networkFlowRows } from '../../costs/vql/index.js';
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
  const where = conditionOf(query, scope);
  const { costs } = ctx.services;
  const found = await selectRows<{ price_key: string }>(
    costs.client,
    sql`SELECT price_key FROM network_flows WHERE ${where} GROUP BY price_key`,
  );
  const keys = found.map(({ price_key }) => parsePriceKey(price_key));
  if (keys.length === 0) return { rows: [], maxSamplingPercent: null };
  const rates = await readTransferRates(ctx.db, costs, ctx.actor.accountToken, formatDate(ctx.now));
  const prices = pricesOf(keys, rates, await conversionFor(ctx, query, keys, rates));
  const rows = await selectRows<Record<string, string | null>>(
    costs.client,
    pageStatement(query, where, prices, page),
  );
  return { rows: rows.map((row) => toFlowRow(row, query)), maxSamplingPercent: samplingOf(keys) };
}

function conditionOf(query: FlowQuery, scope: FlowScope): Sql {
  const { where } = compileWhere([query.filter], scope, { source: networkFlowRows });
  const { start, end } = query.range;
  const conditions = [
    sql`day BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)}`,
    ...(query.direction === 'all'
      ? []
      : [sql`flow_direction = ${sql.bind('String', query.direction)}`]),
    sql`(${where})`,
    sql`(${scope.isVisible})`,
  ];
  return sql.join(conditions, ' AND ');
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
  where: Sql,
  prices: FlowPrices,
  page: Pick<Page, 'limit' | 'offset'>,
): Sql {
  const groups = groupings.map((_, index) => sql`g${index}`);
  const texts = groups.map((group) => sql`toString(${group}) AS ${group}`);
  const columns = groupings.map((column, index) => sql`${sql.ref(column)} AS g${index}`);
  const totalCost = sumOf(prices.prices, pricePlaces);
  const isSampled = prices.scales.some((scale) => scale !== '1');
  const totalBytes = isSampled ? sumOf(prices.scales, scalePlaces) : sql`sampled_bytes`;
  const sampledCost = isSampled ? sumOf(prices.sampledPrices, pricePlaces) : sql`total_cost`;
  const hasOneCurrency = new Set(prices.currencies).size === 1;
  const currencies = sql.bind('Array(String)', prices.currencies);
  const currency = sql`${currencies}[${hasOneCurrency ? sql`1` : sql`price`}]`;
  const keys = [...groups, ...(hasOneCurrency ? [] : [sql`currency`])];
  const totals = [sql`total_cost DESC`, sql`total_bytes DESC`];
  const order = [...(weight === 'costs' ? totals : totals.toReversed()), ...groups, sql`currency`];
  return sql`
    SELECT ${sql.join(texts)}, currency,
      toString(total_bytes) AS bytes,
      toString(sampled_bytes) AS sampled_bytes,
      toString(round(total_cost, 18)) AS cost,
      toString(round(total_sampled_cost, 18)) AS sampled_cost
    FROM (
      SELECT ${sql.join(groups)}, ${currency} AS currency,
        sum(bytes) AS sampled_bytes,
        ${totalCost} AS total_cost,
        ${totalBytes} AS total_bytes,
        ${sampledCost} AS total_sampled_cost
      FROM (
        SELECT ${sql.join(columns)}, bytes, ${priceNumber(prices)} AS price
        FROM network_flows
        WHERE ${where}
      )
      GROUP BY ${sql.join(keys)}
    )
    ORDER BY ${sql.join(order)}
    LIMIT ${sql.bind('UInt32', page.limit + 1)} OFFSET ${sql.bind('UInt64', page.offset)}`;
}

/** The sum of the bytes of flows, each multiplied by the factor that its price number stands for. */
function sumOf(factors: readonly string[], places: number): Sql {
  const texts = sql.bind('Array(String)', factors);
  const decimals = sql`arrayMap(text -> toDecimal256(text, ${places}), ${texts})`;
  return sql`sum(toDecimal256(bytes, 0) * ${decimals}[price])`;
}

function priceNumber({ keys, numbers }: FlowPrices): Sql {
  const known = sql.bind('Array(String)', keys);
  return sql`transform(price_key, ${known}, ${sql.bind('Array(UInt32)', numbers)}, toUInt32(0))`;
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
