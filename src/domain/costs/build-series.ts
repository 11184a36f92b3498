import {
  bindStatement,
  convertedRows,
  type CostStatement,
  roundedAmount,
} from './build-statements.js';
import type { CostQuery } from './cost-query.js';
import { groupColumns, groupsByResource, selectGroup, splitsByUnit } from './group-columns.js';

/** Restricts series to groups that were read before. */
export interface ChosenGroups {
  keys: readonly string[];
  /** Their resources, where costs are grouped by resource, so that other rows are not summed at all. */
  resourceIds: readonly (string | null)[];
}

/** The groups of a query with their totals and their amounts by bin, unordered. */
export function buildSeriesStatement(query: CostQuery, chosen?: ChosenGroups): CostStatement {
  const groups = groupColumns(query);
  const byUnit = splitsByUnit(query);
  const names = [...groups.map(({ name }) => name), ...(byUnit ? ['unit'] : [])];
  const groupKey = keySql(names);
  const columns = [
    ...groups.map(selectGroup),
    ...(byUnit ? ['unit'] : []),
    `${groupKey} AS group_key`,
    ...(isOneBin(query) ? rowColumns(query) : sumColumns(query)),
  ];
  const conditions = [
    'costs.currency = {to_currency:String}',
    `(costs.amount != 0 OR ${byUnit ? 'ifNull(costs.usage != 0, false)' : 'costs.has_usage'})`,
    ...(chosen ? [`${groupKey} IN {group_keys:Array(String)}`] : []),
  ];
  const read = chosen ? withResources(query, chosen) : query;
  const { sql, params } = bindStatement(read, groups, [
    `SELECT\n  ${columns.join(',\n  ')}`,
    `FROM (\n${convertedRows(read, groups)}\n) AS costs`,
    `WHERE ${conditions.join(' AND ')}`,
    ...(isOneBin(query)
      ? []
      : [
          `GROUP BY ${names.length === 0 ? 'tuple()' : names.map((name) => `costs.${name}`).join(', ')}`,
        ]),
  ]);
  return { sql, params: { ...params, ...(chosen && { group_keys: chosen.keys }) } };
}

/** Whether a group has one row. Grouping it again would take as long as reading it, where there are very many. */
const isOneBin = ({ dateBin, groupings }: CostQuery) => dateBin === 'range' && groupings.length > 0;

const rowColumns = (query: CostQuery) => [
  ...(groupsByResource(query) ? ['costs.resource_name AS resource_name'] : []),
  `${roundedAmount(query)} AS total`,
  '[costs.accrued_at] AS bins',
  '[total] AS amounts',
];

const sumColumns = (query: CostQuery) => [
  ...(groupsByResource(query) ? ['max(costs.resource_name) AS resource_name'] : []),
  `${roundedAmount(query, 'sum(costs.amount)', 'max(costs.is_converted)')} AS total`,
  'groupArray(costs.accrued_at) AS bins',
  `groupArray(${roundedAmount(query)}) AS amounts`,
];

/** Text that identifies a group within a query, whatever its range. */
export function keySql(columns: readonly string[]): string {
  return `toJSONString(tuple(${columns.map((name) => `toString(costs.${name})`).join(', ')}))`;
}

function withResources(query: CostQuery, { resourceIds }: ChosenGroups): CostQuery {
  if (!groupsByResource(query)) return query;
  const { condition } = query;
  const isChosen = ['resource_id IN {resource_ids:Array(String)}'].concat(
    resourceIds.includes(null) ? 'resource_id IS NULL' : [],
  );
  const ids = resourceIds.filter((id) => id !== null);
  return {
    ...query,
    condition: {
      ...condition,
      sql: `${condition.sql}\n  AND (${isChosen.join(' OR ')})`,
      params: { ...condition.params, resource_ids: ids },
    },
  };
}
