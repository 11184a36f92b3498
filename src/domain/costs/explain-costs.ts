import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { CompiledFilters } from './cost-condition.js';
import type { CostQuery } from './cost-query.js';
import { chargeTypeSql } from '../vql/index.js';
import { costTable, usedVirtualTags } from './cost-table.js';
import { type PlannedStatement, planTotals, planUsageTotals, statement } from './plan-costs.js';
import type { Amount } from './read-costs.js';
import { amountColumn, conditions, rateDay } from './scan.js';
import { selectList } from '../../platform/store/clickhouse/sql-text.js';

/** A source line behind a figure. */
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
  /** As billed, in the line's own currency. */
  amount: string;
  currency: string;
  share: string;
  rate_day: string;
  tags: Record<string, string>;
  /** Per filter, the alternative that took the line; -1 where the filter is about other providers. */
  branches: number[];
  /** The segment that took the line, by its place in the order; -1 where none did. */
  taken_by: number;
}

/** How many lines of a load lie behind a figure, by currency and day of the rate. */
export interface LoadShare {
  load_id: number;
  currency: string;
  rate_day: string;
  lines: string;
}

export interface Explanation {
  /** As the answer shows it. */
  amounts: Amount[];
  usage: { amount: string; unit: string }[];
  /** The same from the lines alone. */
  fromLines: Amount[];
  shares: LoadShare[];
  lines: ExplainedLine[];
}

/** Takes a figure apart; the query is narrowed to it. */
export async function explainCosts(
  store: CostStore,
  query: CostQuery,
  filters: CompiledFilters,
): Promise<Explanation> {
  const ask = <Row>({ sql, params }: PlannedStatement): Promise<Row[]> =>
    selectRows<Row>(store.client, sql, params);
  const byUnit = { ...query, settings: { ...query.settings, aggregateBy: 'usage' as const } };
  return {
    amounts: await ask(planTotals(query)),
    usage: await ask(planUsageTotals(byUnit)),
    fromLines: await ask(planTotals(overLines(query))),
    shares: await ask(planShares(query)),
    lines: await ask(planLines(query, filters)),
  };
}

/** The same question, answered from the lines. */
function overLines(query: CostQuery): CostQuery {
  return { ...query, condition: { ...query.condition, needsLines: true } };
}

/** Lines without cost and usage add nothing to a figure. */
function counted(query: CostQuery): string {
  const something = `(${amountColumn(query)} != 0 OR ifNull(usage_amount != 0, false))`;
  return [...conditions(query), something].join('\n  AND ');
}

function planShares(asked: CostQuery): PlannedStatement {
  const query = overLines(asked);
  return statement(
    query,
    [],
    [
      `SELECT load_id, currency, ${rateDay(query)} AS rate_day, count() AS lines`,
      ...costTable(query),
      `WHERE ${counted(query)}`,
      'GROUP BY load_id, currency, rate_day ORDER BY load_id, currency, rate_day',
    ],
  );
}

/** How much of a line counts: what its filter says, times what virtual tags leave it. */
function shareSql(query: CostQuery): string {
  const shares = [
    query.condition.weight,
    ...usedVirtualTags(query).map(({ division }) => division?.share),
  ];
  return shares
    .filter((share) => typeof share === 'string')
    .reduce((all, share) => `toDecimal256(${all} * ${share}, 36)`, "toDecimal256('1', 36)");
}

/** Which of some conditions is the first to hold; -1 where none does. */
function firstOf(conditionsInOrder: readonly { sql: string }[]): string {
  const arms = conditionsInOrder.flatMap(({ sql }, index) => [sql, `${index}`]);
  return arms.length === 0 ? 'toInt32(-1)' : `toInt32(multiIf(${arms.join(', ')}, -1))`;
}

function planLines(asked: CostQuery, filters: CompiledFilters): PlannedStatement {
  const query = overLines(asked);
  const branches = filters.branches().map(({ branches: alternatives }) => firstOf(alternatives));
  const columns: Record<string, string> = {
    line_id: 'line_id',
    load_id: 'load_id',
    source_file: 'source_file',
    source_row: 'source_row',
    part: 'part',
    line_kind: 'line_kind',
    usage_date: 'usage_date',
    charge_start: 'charge_start',
    charge_end: 'charge_end',
    provider: 'provider',
    billing_account_id: 'provider_account_id',
    account_id: 'account_id',
    service: 'service',
    region: 'region',
    resource_id: 'resource_id',
    description: 'description',
    charge_type: chargeTypeSql(query.settings.amortize ? 'amortized' : 'billed'),
    usage: 'usage_amount',
    unit: 'usage_unit',
    amount: amountColumn(query),
    currency: 'currency',
    share: shareSql(query),
    rate_day: rateDay(query),
    tags: 'tags',
    branches: `[${branches.join(', ')}]`,
    taken_by: firstOf(filters.segments()),
  };
  return statement(
    query,
    [],
    [
      `SELECT ${selectList(columns)}`,
      ...costTable(query),
      `WHERE ${counted(query)}`,
      'ORDER BY usage_date, source_file, source_row, part, load_id',
      `LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
  );
}
