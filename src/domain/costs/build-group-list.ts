import { buildComparedGroups, type ComparedQueries } from './build-compared-groups.js';
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
  /** The ranges that are compared: groups of the earlier one are listed too, and rows have both totals. */
  compared?: ComparedQueries | undefined;
}

export const largestFirst: GroupList = { order: 'cost', isDescending: true, names: new Map() };

export const isByChange = ({ order }: GroupList): boolean =>
  order === 'change' || order === 'change_percent';

/** One page of the groups of a query; each row has the number and the sum of all that match. */
export function buildGroupListStatement(query: CostQuery, list: GroupList): CostStatement {
  const groups = list.compared
    ? buildComparedGroups(query, list.compared)
    : buildSeriesStatement(query);
  const names = nameParams(query, list);
  const expression = [
    'SELECT\n  groups.*,\n  count() OVER () AS group_count,\n  sum(groups.total) OVER () AS matching_total',
    `FROM (\n${groups.sql}\n) AS groups`,
    ...(list.search === undefined ? [] : [`WHERE ${matches(query, list)}`]),
    `ORDER BY ${[...orderOf(query, list), ...columnsOf(query).map(({ name }) => `${name} ASC NULLS LAST`)].join(', ')}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ].join('\n');
  const search = list.search === undefined ? {} : { search: list.search };
  return { sql: expression, params: { ...groups.params, ...names, ...search } };
}

function orderOf(query: CostQuery, { order, isDescending, names }: GroupList): string[] {
  const direction = isDescending ? 'DESC' : 'ASC';
  if (order === 'cost') return [`total ${direction}`];
  if (order === 'change') return [`current - previous ${direction}`];
  if (order === 'change_percent') {
    // An approximate quotient orders groups well enough, and is part of no figure.
    const share = 'toFloat64(current - previous) / toFloat64(abs(previous))';
    return [`if(previous = 0, NULL, ${share}) ${direction} NULLS LAST`];
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
