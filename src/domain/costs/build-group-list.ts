import { buildSeriesStatement } from './build-series.js';
import type { CostStatement } from './build-statements.js';
import type { CostQuery } from './cost-query.js';
import { groupingName } from './grouping.js';
import { type GroupColumn, groupColumns, groupsByResource, splitsByUnit } from './group-columns.js';

export const groupOrders = ['cost', 'change', 'change_percent', 'name'] as const;

type GroupOrder = (typeof groupOrders)[number];

/** The names of values, by the name of a grouping: of accounts by their id, of providers by their key. */
export type ValueNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Which groups of a query are listed, and in which order. */
export interface GroupList {
  /** Text that a value or a name of the group contains, whatever its case. */
  search?: string | undefined;
  order: GroupOrder;
  isDescending: boolean;
  names: ValueNames;
  /** The same query over the ranges that an order by change compares. */
  compared?: { current: CostQuery; previous: CostQuery };
}

export const largestFirst: GroupList = { order: 'cost', isDescending: true, names: new Map() };

export const isByChange = ({ order }: GroupList): boolean =>
  order === 'change' || order === 'change_percent';

/** One page of the groups of a query; each row has the number and the sum of all that match. */
export function buildGroupListStatement(query: CostQuery, list: GroupList): CostStatement {
  const groups = buildSeriesStatement(query);
  const changes = isByChange(list) && list.compared ? buildChanges(list.compared) : undefined;
  const names = nameParams(query, list);
  const sql = [
    'SELECT\n  groups.*,\n  count() OVER () AS group_count,\n  sum(groups.total) OVER () AS matching_total',
    `FROM (\n${groups.sql}\n) AS groups`,
    ...(changes ? [`LEFT ANY JOIN (\n${changes.sql}\n) AS changes USING (group_key)`] : []),
    ...(list.search === undefined ? [] : [`WHERE ${matches(query, list)}`]),
    `ORDER BY ${[...orderOf(query, list), 'group_key ASC'].join(', ')}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ].join('\n');
  const search = list.search === undefined ? {} : { search: list.search };
  return { sql, params: { ...groups.params, ...changes?.params, ...names, ...search } };
}

function orderOf(query: CostQuery, { order, isDescending, names }: GroupList): string[] {
  const direction = isDescending ? 'DESC' : 'ASC';
  if (order === 'cost') return [`total ${direction}`];
  if (order === 'change') return [`changes.current - changes.previous ${direction}`];
  if (order === 'change_percent') {
    // An approximate quotient orders groups well enough, and is part of no figure.
    const share =
      'toFloat64(changes.current - changes.previous) / toFloat64(abs(changes.previous))';
    return [`if(changes.previous = 0, NULL, ${share}) ${direction} NULLS LAST`];
  }
  // Costs without a value come last in both directions.
  return columnsOf(query).flatMap((column) => [
    `isNull(${column.name}) ASC`,
    `lowerUTF8(${displaySql(query, column, names)}) ${direction}`,
  ]);
}

function matches(query: CostQuery, { names }: GroupList): string {
  const texts = columnsOf(query).flatMap((column) => [
    textSql(column.name),
    ...(namesOf(column, names) ? [displaySql(query, column, names)] : []),
  ]);
  const resourceNames = groupsByResource(query) ? [textSql('resource_name')] : [];
  const found = [...texts, ...resourceNames].map(
    (text) => `positionCaseInsensitiveUTF8(${text}, {search:String}) > 0`,
  );
  return found.length === 0 ? 'false' : `(${found.join(' OR ')})`;
}

type ListColumn = Pick<GroupColumn, 'name'> & Partial<GroupColumn>;

const columnsOf = (query: CostQuery): ListColumn[] => [
  ...groupColumns(query),
  ...(splitsByUnit(query) ? [{ name: 'unit' }] : []),
];

const textSql = (column: string) => `ifNull(toString(groups.${column}), '')`;

/** What a value is called: the name of an account, provider or resource, else the value. */
function displaySql(query: CostQuery, column: ListColumn, names: ValueNames): string {
  const { name, grouping } = column;
  const isResource = grouping?.kind === 'dimension' && grouping.name === 'resource_id';
  if (isResource && groupsByResource(query)) {
    return `ifNull(nullIf(toString(groups.resource_name), ''), ${textSql(name)})`;
  }
  if (!namesOf(column, names)) return textSql(name);
  const value = textSql(name);
  return `transform(${value}, {${name}_values:Array(String)}, {${name}_names:Array(String)}, ${value})`;
}

function namesOf({ grouping }: ListColumn, names: ValueNames) {
  const found = grouping && names.get(groupingName(grouping));
  return found && found.size > 0 ? found : undefined;
}

function nameParams(query: CostQuery, list: GroupList): Record<string, string[]> {
  if (list.search === undefined && list.order !== 'name') return {};
  return Object.fromEntries(
    columnsOf(query).flatMap((column) => {
      const found = namesOf(column, list.names);
      return found
        ? [
            [`${column.name}_values`, [...found.keys()]],
            [`${column.name}_names`, [...found.values()]],
          ]
        : [];
    }),
  );
}

/** The totals of all groups in two ranges. */
function buildChanges({ current, previous }: NonNullable<GroupList['compared']>): CostStatement {
  const [now, before] = [
    prefixParams(buildSeriesStatement({ ...current, dateBin: 'range' }), 'current_'),
    prefixParams(buildSeriesStatement({ ...previous, dateBin: 'range' }), 'previous_'),
  ];
  // Totals have at most 18 decimal places, but those of converted amounts another type than others.
  const [total, none] = ['toDecimal256(total, 18)', 'toDecimal256(0, 18)'];
  const sql = [
    'SELECT group_key, sum(now) AS current, sum(before) AS previous FROM (',
    `SELECT group_key, ${total} AS now, ${none} AS before FROM (\n${now.sql}\n)`,
    'UNION ALL',
    `SELECT group_key, ${none} AS now, ${total} AS before FROM (\n${before.sql}\n)`,
    ') GROUP BY group_key',
  ].join('\n');
  return { sql, params: { ...now.params, ...before.params } };
}

/** Renames the values of a statement, so that it can be part of another one with values of the same names. */
function prefixParams({ sql, params }: CostStatement, prefix: string): CostStatement {
  return {
    sql: sql.replace(/\{(\w+):/g, `{${prefix}$1:`),
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [prefix + name, value]),
    ),
  };
}
