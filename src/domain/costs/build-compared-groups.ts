import { buildSeriesStatement } from './build-series.js';
import type { CostStatement } from './build-statements.js';
import type { CostQuery } from './cost-query.js';
import { groupColumns, groupsByResource, splitsByUnit } from './group-columns.js';

/** The same query over two ranges that are compared. */
export interface ComparedQueries {
  /** The complete days of the requested range. */
  current: CostQuery;
  previous: CostQuery;
}

/**
 * The groups of a query with their totals in the compared ranges, and those that had costs in the earlier
 * range alone. Each range is scanned once; the current one is part of the requested one, so it takes a
 * scan of its own only if some requested days are not compared.
 */
export function buildComparedGroups(
  query: CostQuery,
  { current, previous }: ComparedQueries,
): CostStatement {
  const isWhole = query.startDate === current.startDate && query.endDate === current.endDate;
  const requested = buildSeriesStatement(query);
  const before = prefixParams(buildSeriesStatement({ ...previous, dateBin: 'range' }), 'previous_');
  const now = isWhole
    ? undefined
    : prefixParams(buildSeriesStatement({ ...current, dateBin: 'range' }), 'current_');
  const columns = [
    ...groupColumns(query).map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
  ];
  const names = groupsByResource(query) ? ['resource_name'] : [];
  const part = (sums: readonly string[], expression: string) =>
    `SELECT\n  ${[...columns, ...names, 'group_key', ...sums].join(',\n  ')}\nFROM (\n${expression}\n)`;
  const parts = [
    part(
      [
        `${wide} AS listed`,
        'bins',
        'amounts',
        `${isWhole ? wide : none} AS now`,
        `${none} AS before`,
      ],
      requested.sql,
    ),
    part([`${none} AS listed`, ...noBins, `${none} AS now`, `${wide} AS before`], before.sql),
    ...(now
      ? [part([`${none} AS listed`, ...noBins, `${wide} AS now`, `${none} AS before`], now.sql)]
      : []),
  ];
  const expression = [
    `SELECT\n  ${[
      ...columns.map((name) => `any(parts.${name}) AS ${name}`),
      ...names.map((name) => `max(parts.${name}) AS ${name}`),
      'group_key',
      'sum(parts.listed) AS total',
      'groupArrayArray(parts.bins) AS bins',
      'groupArrayArray(parts.amounts) AS amounts',
      'sum(parts.now) AS current',
      'sum(parts.before) AS previous',
    ].join(',\n  ')}`,
    `FROM (\n${parts.join('\nUNION ALL\n')}\n) AS parts`,
    'GROUP BY group_key',
    // Groups of the requested range have bins, also those whose costs are zero.
    'HAVING notEmpty(bins) OR previous != 0',
  ].join('\n');
  return { sql: expression, params: { ...requested.params, ...before.params, ...now?.params } };
}

/** Totals have at most 18 decimal places, but those of converted amounts another type than others. */
const wide = 'toDecimal256(total, 18)';
const none = 'toDecimal256(0, 18)';
const noBins = ['[] AS bins', '[] AS amounts'] as const;

/** Renames the values of a statement, so that it can be part of another one with values of the same names. */
function prefixParams({ sql: statement, params }: CostStatement, prefix: string): CostStatement {
  return {
    sql: statement.replace(/\{(\w+):/g, `{${prefix}$1:`),
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [prefix + name, value]),
    ),
  };
}
