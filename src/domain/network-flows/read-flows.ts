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
import { type PriceKey, priceColumns, priceKeySql, pricesOf } from './price-flows.js';
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
  const keys = await selectRows<PriceKey>(
    costs.client,
    `SELECT DISTINCT ${Object.entries(priceColumns)
      .map(([name, column]) => `${column} AS key_${name}`)
      .join(', ')} FROM network_flows WHERE ${where}`,
    parameters,
  ).then((rows) => rows.map(fromKeyColumns));
  if (keys.length === 0) return { rows: [], maxSamplingPercent: null };
  const rates = await readTransferRates(ctx.db, costs, ctx.actor.accountToken, formatDate(ctx.now));
  const prices = pricesOf(keys, rates, await conversionFor(ctx, query, keys, rates));
  const rows = await selectRows<Record<string, string | null>>(
    costs.client,
    pageStatement(query, where),
    {
      ...parameters,
      price_keys: prices.keys,
      prices: prices.prices,
      sampled_prices: prices.sampledPrices,
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

/** Aliases have a prefix, because the engine would read a bare one in place of the column in WHERE. */
const fromKeyColumns = (row: object): PriceKey => {
  const entries = Object.entries(row).map(([name, value]) => [name.replace('key_', ''), value]);
  const key = Object.fromEntries(entries) as PriceKey & { through_nat: unknown };
  return { ...key, through_nat: Number(key.through_nat) === 1 };
};

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

/** Flows are summed by group and price first, so that exact arithmetic runs over few rows. */
function pageStatement({ groupings, weight }: FlowQuery, where: string): string {
  const groups = groupings.map((_, index) => `g${index}`);
  const columns = groupings.map((column, index) => `${column} AS g${index}`);
  const at = (list: string, fallback: string) =>
    `transform(price_key, {price_keys:Array(String)}, {${list}:Array(String)}, '${fallback}')`;
  const exactBytes = 'toDecimal256(observed, 0)';
  const priced = (list: string) => `sum(${exactBytes} * toDecimal256(${at(list, '0')}, 40))`;
  const order = weight === 'costs' ? ['cost DESC', 'bytes DESC'] : ['bytes DESC', 'cost DESC'];
  return (
    `SELECT ${groups.map((group) => `toString(${group}) AS ${group}`).join(', ')}, currency,\n` +
    `  toString(total_bytes) AS bytes, toString(sampled_bytes) AS sampled_bytes,\n` +
    `  toString(round(total_cost, 18)) AS cost, toString(round(total_sampled_cost, 18)) AS sampled_cost\n` +
    `FROM (\nSELECT ${groups.join(', ')}, ${at('currencies', '')} AS currency,\n` +
    `  sum(${exactBytes} * toDecimal256(scale, 20)) AS total_bytes, sum(observed) AS sampled_bytes,\n` +
    `  ${priced('prices')} AS total_cost, ${priced('sampled_prices')} AS total_sampled_cost\n` +
    `FROM (\nSELECT ${columns.join(', ')}, ${priceKeySql} AS price_key,\n` +
    `  toDecimal256(1, 20) / any(sample_rate) AS scale, sum(bytes) AS observed\n` +
    `FROM network_flows WHERE ${where}\nGROUP BY ${[...groups, 'price_key'].join(', ')}\n)\n` +
    `GROUP BY ${[...groups, 'currency'].join(', ')}\n)\n` +
    `ORDER BY ${[...order.map((column) => column.replace(/^(cost|bytes)/, 'total_$1')), ...groups, 'currency'].join(', ')}\n` +
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
