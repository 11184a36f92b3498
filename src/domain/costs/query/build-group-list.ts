import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildComparedGroups, type ComparedQueries } from './build-compared-groups.js';
import { buildSeriesStatement } from './build-series.js';
import type { CostPlan } from './cost-plan.js';
import { groupingName } from './grouping.js';
import type { GroupColumn } from './group-columns.js';

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
export function buildGroupListStatement(plan: CostPlan, list: GroupList): Sql {
  const groups = list.compared
    ? buildComparedGroups(plan, list.compared)
    : buildSeriesStatement(plan);
  const columns = [
    sql`groups.*`,
    sql`count() OVER () AS group_count`,
    sql`sum(groups.total) OVER () AS matching_total`,
  ];
  const order = [
    ...orderOf(plan, list),
    ...plan.keyNames.map((name) => sql`${sql.ref(name)} ASC NULLS LAST`),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${groups}\n) AS groups`,
      ...(list.search === undefined ? [] : [sql`WHERE ${matches(plan, list.search, list.names)}`]),
      sql`ORDER BY ${sql.join(order)}`,
      sql`LIMIT ${plan.query.limit} OFFSET ${plan.query.offset}`,
    ],
    '\n',
  );
}

function orderOf(plan: CostPlan, { order, isDescending, names }: GroupList): Sql[] {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  if (order === 'cost') return [sql`total ${direction}`];
  if (order === 'change') return [sql`current - previous ${direction}`];
  if (order === 'change_percent') {
    // An approximate quotient orders groups well enough, and is part of no figure.
    const share = sql`toFloat64(current - previous) / toFloat64(abs(previous))`;
    return [sql`if(previous = 0, NULL, ${share}) ${direction} NULLS LAST`];
  }
  // Costs without a value come last in both directions.
  return columnsOf(plan).flatMap((column) => [
    sql`isNull(${sql.ref(column.name)}) ASC`,
    sql`lowerUTF8(${displaySql(column, names)}) ${direction}`,
  ]);
}

function matches(plan: CostPlan, search: string, names: ValueNames): Sql {
  const texts = columnsOf(plan).flatMap((column) => [
    textSql(column.name),
    ...(namesOf(column, names) ? [displaySql(column, names)] : []),
  ]);
  const resourceNames = plan.byResource ? [textSql('resource_name')] : [];
  const found = [...texts, ...resourceNames].map(
    (text) => sql`positionCaseInsensitiveUTF8(${text}, ${sql.bind('String', search)}) > 0`,
  );
  return found.length === 0 ? sql`false` : sql`(${sql.join(found, ' OR ')})`;
}

type ListColumn = Pick<GroupColumn, 'name'> & Partial<GroupColumn>;

const columnsOf = ({ groups, byUnit }: CostPlan): ListColumn[] => [
  ...groups,
  ...(byUnit ? [{ name: 'unit' }] : []),
];

const textSql = (column: string) => sql`ifNull(toString(groups.${sql.ref(column)}), '')`;

/** What a value is called: the name of an account, provider or resource, else the value. */
function displaySql(column: ListColumn, names: ValueNames): Sql {
  const { name, grouping } = column;
  if (grouping?.kind === 'dimension' && grouping.name === 'resource_id') {
    return sql`ifNull(nullIf(toString(groups.resource_name), ''), ${textSql(name)})`;
  }
  const value = textSql(name);
  const found = namesOf(column, names);
  if (!found) return value;
  const values = sql.bind('Array(String)', [...found.keys()]);
  const labels = sql.bind('Array(String)', [...found.values()]);
  return sql`transform(${value}, ${values}, ${labels}, ${value})`;
}

function namesOf({ grouping }: ListColumn, names: ValueNames) {
  const found = grouping && names.get(groupingName(grouping));
  return found && found.size > 0 ? found : undefined;
}
