import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  type AllocatingTag,
  aggregationKeys,
  convertsCurrency,
  hasOneCurrency,
  tagOf,
  tagsAllocatingSums,
} from './aggregation-keys.js';
import { chooseTables, type TableScan } from './choose-tables.js';
import type { CostQuery } from './cost-query.js';
import { allocatedSql } from './cost-row-sql.js';
import { type GroupColumn, namesResources, splitsByUnit } from './group-columns.js';
import { canSumDays, type Sums, sumsByMonth, sumsSql, sumTable } from './sum-table.js';

/** Statement that sums costs by bin, groups and currency over the tables that hold them. */
export function buildAggregation(query: CostQuery, groups: readonly GroupColumn[]): Sql {
  const scans = chooseTables(query).map((scan) => aggregateTable(query, groups, scan));
  return scans.length === 1 ? scans[0]! : addUpScans(query, groups, scans);
}

/**
 * The rows of a result as one `SELECT`, so that it can be ordered and filtered without another one around it;
 * undefined where it takes several, or values that differ from the grouped ones.
 */
export function buildSums(query: CostQuery, groups: readonly GroupColumn[]): Sums | undefined {
  const [scan, ...others] = chooseTables(query);
  const needsMore =
    others.length > 0 ||
    query.condition.weight !== null ||
    !hasOneCurrency(query) ||
    splitsByUnit(query) ||
    groups.some(({ resultSql }) => resultSql !== undefined);
  return scan === undefined || needsMore
    ? undefined
    : sumTable(query, groups, scan, aggregationKeys(query, groups, []));
}

/**
 * Statement that sums costs by month and groups, with an array of the amounts from `first_day` on, one
 * per day, and zeros beyond the last day of a month. Undefined where days need more than that: other
 * tables, exchange rates, units, shares.
 */
export function buildMonthSums(query: CostQuery, groups: readonly GroupColumn[]): Sql | undefined {
  const [scan, ...others] = chooseTables(query);
  const isByDay = scan !== undefined && scan.table !== 'lines' && scan.by === 'day';
  const needsMore =
    others.length > 0 ||
    !canSumDays(query) ||
    !hasOneCurrency(query) ||
    splitsByUnit(query) ||
    tagsAllocatingSums(query).length > 0;
  return isByDay && !needsMore
    ? sumsByMonth(query, groups, scan, aggregationKeys(query, groups, []))
    : undefined;
}

function addUpScans(query: CostQuery, groups: readonly GroupColumn[], scans: Sql[]): Sql {
  const keys = [
    sql`accrued_at`,
    ...groups.map(({ name }) => sql.ref(name)),
    ...(splitsByUnit(query) ? [sql`unit`] : []),
    sql`currency`,
    ...(convertsCurrency(query) ? [sql`rate_day`] : []),
  ];
  const columns = [
    ...keys,
    sql`sum(part.amount) AS amount`,
    splitsByUnit(query) ? sql`sum(part.usage) AS usage` : sql`max(part.has_usage) AS has_usage`,
    ...(namesResources(query) ? [sql`max(part.resource_name) AS resource_name`] : []),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${sql.join(scans, '\nUNION ALL\n')}\n) AS part`,
      sql`GROUP BY ${sql.join(keys)}`,
    ],
    '\n',
  );
}

/**
 * Scans a table once and sums by bin, groups and currency. Tags are joined row by row: summing per
 * tag set first and joining the sums is no faster by month and takes twice as long by day.
 */
function aggregateTable(query: CostQuery, groups: readonly GroupColumn[], scan: TableScan): Sql {
  const sumTags = tagsAllocatingSums(query);
  const keys = aggregationKeys(query, groups, sumTags);
  const rows = sumsSql(sumTable(query, groups, scan, keys));
  const keyNames = [...Object.keys(keys.ofDay), ...keys.ofGroup];
  return sumTags.length === 0 ? rows : allocateSums(query, groups, keyNames, sumTags, rows);
}

/** Allocates the sums of rows that have the same shares, and sums the parts by value. */
function allocateSums(
  query: CostQuery,
  groups: readonly GroupColumn[],
  keyNames: readonly string[],
  tags: readonly AllocatingTag[],
  rows: Sql,
): Sql {
  const grouped = groups.flatMap((group) => {
    const tag = tagOf(group, tags);
    return tag === undefined ? [] : [{ name: sql.ref(group.name), value: tag.prefixedSql }];
  });
  const keys = keyNames.map((name) => sql.ref(name));
  const columns = [
    ...keys,
    ...grouped.map(({ name, value }) => sql`${value} AS ${name}`),
    ...(hasOneCurrency(query) ? [sql`any(whole.currency) AS currency`] : []),
    sql`sum(${allocatedSql(tags, sql`whole.amount`)}) AS amount`,
    splitsByUnit(query)
      ? sql`sum(${allocatedSql(tags, sql`whole.usage`)}) AS usage`
      : sql`max(whole.has_usage) AS has_usage`,
    ...(namesResources(query) ? [sql`max(whole.resource_name) AS resource_name`] : []),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${rows}\n) AS whole`,
      ...tags.map(({ allocation }, index) => allocation.join(sql`period${index}`)),
      sql`GROUP BY ${sql.join([...keys, ...grouped.map(({ name }) => name)])}`,
    ],
    '\n',
  );
}
