import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import { chargeTypeSql } from '../vql/index.js';
import { buildFromClause, usedVirtualTags } from './build-from-clause.js';
import { buildTotalsStatement, buildUsageTotalsStatement } from './build-statements.js';
import type { CompiledFilters } from './compile-filters.js';
import type { CostQuery } from './cost-query.js';
import { amountColumn, rateDay, rowConditions } from './cost-row-sql.js';
import type { Amount } from './read-costs.js';

/** A source line of an amount. */
export interface ExplainedLine {
  line_id: string;
  load_id: number;
  source_file: string;
  source_row: string;
  part: number;
  line_kind: string;
  usage_date: string;
  charge_start: string;
  charge_end: string;
  provider: string;
  billing_account_id: string | null;
  account_id: string | null;
  service: string;
  region: string | null;
  resource_id: string | null;
  description: string | null;
  charge_type: string;
  usage: string | null;
  unit: string | null;
  /** In the line's own currency, before shares and conversion. */
  amount: string;
  currency: string;
  share: string;
  rate_day: string;
  tags: Record<string, string>;
  /** Per filter, the index of the alternative that matched the line; -1 where the filter is about other providers. */
  branches: number[];
  /** Index of the segment that the line is assigned to, in evaluation order; -1 for none. */
  segment_index: number;
}

/** How many lines of an amount come from a load, by currency and rate day. */
export interface LoadLineCount {
  load_id: number;
  currency: string;
  rate_day: string;
  lines: string;
}

export interface Explanation {
  /** The amount as a cost query returns it, per currency. */
  amounts: Amount[];
  usage: { amount: string; unit: string }[];
  /** The same amount, summed from the lines. */
  amountsFromLines: Amount[];
  loads: LoadLineCount[];
  lines: ExplainedLine[];
}

/** Explains an amount by its source lines; the query is narrowed to that amount. */
export async function explainCosts(
  store: CostStore,
  query: CostQuery,
  filters: CompiledFilters,
): Promise<Explanation> {
  const run = <Row>(statement: Sql): Promise<Row[]> => selectCachedRows<Row>(store, statement);
  const byUnit = { ...query, settings: { ...query.settings, aggregateBy: 'usage' as const } };
  return {
    amounts: await run(buildTotalsStatement(query)),
    usage: await run(buildUsageTotalsStatement(byUnit)),
    amountsFromLines: await run(buildTotalsStatement(overLines(query))),
    loads: await run(buildLoadsStatement(query)),
    lines: await run(buildLinesStatement(query, filters)),
  };
}

/** The same query over the lines instead of a rollup. */
function overLines(query: CostQuery): CostQuery {
  return { ...query, condition: { ...query.condition, needsLines: true as const } };
}

/** Lines without cost and usage add nothing to an amount. */
function lineCondition(query: CostQuery): Sql {
  const isNotEmpty = sql`(${amountColumn(query)} != 0 OR ifNull(usage_amount != 0, false))`;
  return sql.join([...rowConditions(query), isNotEmpty], '\n  AND ');
}

function buildLoadsStatement(narrowed: CostQuery): Sql {
  const query = overLines(narrowed);
  return sql.join(
    [
      sql`SELECT load_id, currency, ${rateDay(query)} AS rate_day, count() AS lines`,
      ...buildFromClause(query),
      sql`WHERE ${lineCondition(query)}`,
      sql`GROUP BY load_id, currency, rate_day ORDER BY load_id, currency, rate_day`,
    ],
    '\n',
  );
}

/** SQL of the share of a line that counts: the weight of its filter, times the shares that virtual tags allocate. */
function shareSql(query: CostQuery): Sql {
  const { weight } = query.condition;
  const shares = [
    ...(weight === null ? [] : [weight]),
    ...usedVirtualTags(query).flatMap(({ allocation }) => allocation?.share ?? []),
  ];
  return shares.reduce(
    (all, share) => sql`toDecimal256(${all} * ${share}, 36)`,
    sql`toDecimal256('1', 36)`,
  );
}

/** SQL of the index of the first condition that is true; -1 for none. */
function firstMatch(conditions: readonly { sql: Sql }[]): Sql {
  const cases = conditions.flatMap(({ sql: expression }, index) => [expression, sql`${index}`]);
  return cases.length === 0 ? sql`toInt32(-1)` : sql`toInt32(multiIf(${sql.join(cases)}, -1))`;
}

function buildLinesStatement(narrowed: CostQuery, filters: CompiledFilters): Sql {
  const query = overLines(narrowed);
  const branches = filters.branches().map((filter) => firstMatch(filter.branches));
  const columns: Record<string, Sql> = {
    line_id: sql`line_id`,
    load_id: sql`load_id`,
    source_file: sql`source_file`,
    source_row: sql`source_row`,
    part: sql`part`,
    line_kind: sql`line_kind`,
    usage_date: sql`usage_date`,
    charge_start: sql`charge_start`,
    charge_end: sql`charge_end`,
    provider: sql`provider`,
    billing_account_id: sql`provider_account_id`,
    account_id: sql`account_id`,
    service: sql`service`,
    region: sql`region`,
    resource_id: sql`resource_id`,
    description: sql`description`,
    charge_type: chargeTypeSql(query.settings.amortize ? 'amortized' : 'billed'),
    usage: sql`usage_amount`,
    unit: sql`usage_unit`,
    amount: amountColumn(query),
    currency: sql`currency`,
    share: shareSql(query),
    rate_day: rateDay(query),
    tags: sql`tags`,
    branches: sql`[${sql.join(branches)}]`,
    segment_index: firstMatch(filters.segments()),
  };
  return sql.join(
    [
      sql`SELECT ${selectList(columns)}`,
      ...buildFromClause(query),
      sql`WHERE ${lineCondition(query)}`,
      sql`ORDER BY usage_date, source_file, source_row, part, load_id`,
      sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
    '\n',
  );
}
