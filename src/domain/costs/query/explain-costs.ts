import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import { chargeTypeSql } from '../vql/index.js';
import { buildFromClause } from './build-from-clause.js';
import { buildTotalsStatement, buildUsageTotalsStatement } from './build-statements.js';
import type { CompiledFilters } from './compile-filters.js';
import type { CostPlan } from './cost-plan.js';
import type { CostQuery } from './cost-query.js';
import { amountColumn, rateDay, rowConditions } from './cost-row-sql.js';
import { planCosts, planTotals } from './plan-costs.js';
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
  { isLargestFirst = false } = {},
): Promise<Explanation> {
  const run = <Row>(statement: Sql): Promise<Row[]> => selectCachedRows<Row>(store, statement);
  const byUnit = { ...query, settings: { ...query.settings, aggregateBy: 'usage' as const } };
  // The same query over the lines instead of a rollup.
  const overLines = { ...query, condition: { ...query.condition, needsLines: true as const } };
  const ofLines = planCosts(overLines);
  return {
    amounts: await run(buildTotalsStatement(planTotals(query))),
    usage: await run(buildUsageTotalsStatement(planTotals(byUnit))),
    amountsFromLines: await run(buildTotalsStatement(planTotals(overLines))),
    loads: await run(buildLoadsStatement(ofLines)),
    lines: await run(buildLinesStatement(ofLines, filters, isLargestFirst)),
  };
}

/** Lines without cost and usage add nothing to an amount. */
function lineCondition(plan: CostPlan): Sql {
  const isNotEmpty = sql`(${amountColumn(plan)} != 0 OR ifNull(usage_amount != 0, false))`;
  return sql.join([...rowConditions(plan), isNotEmpty], '\n  AND ');
}

function buildLoadsStatement(plan: CostPlan): Sql {
  return sql.join(
    [
      sql`SELECT load_id, currency, ${rateDay(plan)} AS rate_day, count() AS lines`,
      ...buildFromClause(plan),
      sql`WHERE ${lineCondition(plan)}`,
      sql`GROUP BY load_id, currency, rate_day ORDER BY load_id, currency, rate_day`,
    ],
    '\n',
  );
}

/** SQL of the share of a line that counts: the weight of its filter, times the shares that virtual tags allocate. */
function shareSql({ query, virtualTags }: CostPlan): Sql {
  const { weight } = query.condition;
  const shares = [
    ...(weight === null ? [] : [weight]),
    ...virtualTags.flatMap(({ allocation }) => allocation?.share ?? []),
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

/** SQL of the size of what counts of a line, in the currency of the result. Numbers are enough to order lines by. */
function sizeSql(plan: CostPlan): Sql {
  const counted = sql`abs(toFloat64(${amountColumn(plan)}) * toFloat64(${shareSql(plan)}))`;
  const { factors } = plan.query.conversion;
  if (factors.length === 0) return counted;
  const keys = factors.map(({ currency, date }) => `${currency} ${date}`);
  const values = factors.map(({ factor }) => factor);
  return sql`${counted} * transform(
    concat(currency, ' ', toString(${rateDay(plan)})),
    ${sql.bind('Array(String)', keys)},
    arrayMap(value -> toFloat64(value), ${sql.bind('Array(String)', values)}),
    1.
  )`;
}

function buildLinesStatement(
  plan: CostPlan,
  filters: CompiledFilters,
  isLargestFirst: boolean,
): Sql {
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
    charge_type: chargeTypeSql(plan.view),
    usage: sql`usage_amount`,
    unit: sql`usage_unit`,
    amount: amountColumn(plan),
    currency: sql`currency`,
    share: shareSql(plan),
    rate_day: rateDay(plan),
    tags: sql`tags`,
    branches: sql`[${sql.join(branches)}]`,
    segment_index: firstMatch(filters.segments()),
  };
  return sql.join(
    [
      sql`SELECT ${selectList(columns)}`,
      ...buildFromClause(plan),
      sql`WHERE ${lineCondition(plan)}`,
      sql`ORDER BY ${isLargestFirst ? sql`${sizeSql(plan)} DESC, ` : sql``}usage_date, source_file, source_row, part, load_id`,
      sql`LIMIT ${plan.query.limit} OFFSET ${plan.query.offset}`,
    ],
    '\n',
  );
}
