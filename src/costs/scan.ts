import { needsLines, type CostQuery } from './cost-query.js';
import { binSql } from './dimensions.js';
import { namesResources, splitsByUnit, tagJoin, type GroupColumn } from './group-columns.js';

const kubernetes = "'kubernetes', 'kubernetes_agent', 'opencost'";

/** What a scan leaves to the next step. */
export interface ScanPlan {
  groups: readonly GroupColumn[];
  /** Tags are looked up for the sums of each tag set instead of for each row. */
  joinsLate: boolean;
  /** Sums are kept apart by the day whose exchange rate counts. */
  converts: boolean;
}

/** With few bins there are few sums per tag set, and looking up their tags is cheaper than those of all rows. */
export function planScan(query: CostQuery, groups: readonly GroupColumn[]): ScanPlan {
  const hasTags = groups.some((group) => group.sql === undefined);
  return {
    groups,
    joinsLate: hasTags && ['month', 'quarter'].includes(query.dateBin),
    converts: query.conversion.factors.length > 0,
  };
}

/** Reads the table once and adds up by bin, groups and currency. */
export function scan(query: CostQuery, plan: ScanPlan): string {
  const keys = scanKeys(query, plan);
  const columns = [
    ...Object.entries(keys).map(([name, sql]) => (sql === name ? name : `${sql} AS ${name}`)),
    ...sums(query),
  ];
  const tags = plan.groups.filter((group) => group.sql === undefined);
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM ${needsLines(query) ? 'lines' : 'daily_costs'}`,
    ...(plan.joinsLate ? [] : tags.map(tagJoin)),
    `WHERE ${conditions(query).join('\n  AND ')}`,
    `GROUP BY ${Object.keys(keys).join(', ')}`,
  ].join('\n');
}

function scanKeys(
  query: CostQuery,
  { groups, joinsLate, converts }: ScanPlan,
): Record<string, string> {
  const now = groups.filter((group) => group.sql !== undefined || !joinsLate);
  return {
    accrued_at: binSql[query.dateBin],
    ...Object.fromEntries(now.map(({ name, sql }) => [name, sql ?? `${name}_value`])),
    ...(splitsByUnit(query) ? { unit: 'usage_unit' } : {}),
    currency: 'currency',
    ...(converts ? { rate_day: rateDay(query) } : {}),
    ...(joinsLate ? { tag_set_id: 'tag_set_id' } : {}),
  };
}

function rateDay({ conversion }: CostQuery): string {
  return conversion.method === 'daily' ? 'usage_date' : 'toLastDayOfMonth(usage_date)';
}

function sums(query: CostQuery): string[] {
  const { weight } = query.condition;
  const amount = query.settings.amortize ? 'effective_cost' : 'billed_cost';
  // Products with a share need the wider type: an overflow would go unnoticed in the narrow one.
  const counted = (column: string): string =>
    weight === null ? column : `roundBankers(toDecimal256(${column}, 18) * (${weight}), 36)`;
  return [
    `sum(${counted(amount)}) AS amount`,
    `sum(${counted('usage_amount')}) AS usage`,
    ...(namesResources(query) ? ['any(resource_name) AS resource_name'] : []),
  ];
}

function conditions(query: CostQuery): string[] {
  const { condition, settings, segment } = query;
  const left = Object.entries({
    credit: settings.includeCredits,
    refund: settings.includeRefunds,
    discount: settings.includeDiscounts,
    tax: settings.includeTax,
  }).flatMap(([group, included]) => (included ? [] : [`'${group}'`]));
  return [
    `(${condition.sql})`,
    'usage_date >= {start_date:Date}',
    'usage_date < {end_date:Date}',
    ...(left.length === 0 ? [] : [`charge_group NOT IN (${left.join(', ')})`]),
    ...(condition.usesKubernetes ? [] : [`provider NOT IN (${kubernetes})`]),
    ...(segment === undefined || segment.unallocated ? [] : [`(${segment.sql}) IS NOT NULL`]),
  ];
}
