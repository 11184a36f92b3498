import {
  bindStatement,
  convertedRows,
  type CostStatement,
  roundedAmount,
} from './build-statements.js';
import { type CostQuery, rollupOf } from './cost-query.js';
import { inTagSets } from './cost-source.js';
import { dimensions } from './dimensions.js';
import { type GroupColumn, groupColumns } from './group-columns.js';
import { largestRollup, type Rollup } from './rollups.js';

/** Costs that are counted have the currency of the result. */
const counted = 'costs.currency = {to_currency:String} AND costs.amount != 0';

const sumSql = (query: CostQuery) =>
  roundedAmount(query, 'sum(costs.amount)', 'max(costs.is_converted)');

const providersSql = 'arraySort(groupUniqArray(costs.g1)) AS providers';

/** Groups by a column that is no grouping of the API, and by provider. */
const groupsBy = (expression: string): GroupColumn[] => [
  { name: 'g0', grouping: { kind: 'dimension', name: 'tagged' }, sql: expression },
  {
    name: 'g1',
    grouping: { kind: 'dimension', name: 'provider' },
    sql: dimensions.provider.sql(),
  },
];

const withRollup = (query: CostQuery, rollup: Rollup): CostQuery => ({
  ...query,
  condition: { ...query.condition, rollup: largestRollup([query.condition.rollup, rollup]) },
});

/**
 * The cost and the number of values of each provider tag key, save the excluded ones. Costs are summed
 * by tag set before the tags are joined, so that the work grows with the sets and not with the rows.
 */
export function buildTagKeysStatement(
  query: CostQuery,
  { loadIds, excludedKeys }: { loadIds: readonly number[]; excludedKeys: readonly string[] },
): CostStatement {
  const read = withRollup(query, 'tag_costs');
  const table = rollupOf(read.condition, []);
  const groups = groupsBy('tag_set_id');
  // A set can have several rows until its parts are merged; ANY takes one of them.
  const tagged = [
    'SELECT costs.*, arrayJoin(sets.tags) AS tag',
    `FROM (\n${convertedRows(read, groups)}\n) AS costs`,
    'LEFT ANY JOIN (',
    '  SELECT tag_set_id AS g0, arrayZip(mapKeys(tags), mapValues(tags)) AS tags FROM tag_sets',
    `  WHERE tag_set_id IN (SELECT tag_set_id FROM ${table} WHERE load_id IN {tag_loads:Array(UInt32)})`,
    ') AS sets USING (g0)',
    `WHERE ${counted}`,
  ].join('\n');
  const { sql: statement, params } = bindStatement(read, groups, [
    `SELECT tag.1 AS tag_key, ${sumSql(read)} AS amount, uniqExact(tag.2) AS value_count, ${providersSql}`,
    `FROM (\n${tagged}\n) AS costs`,
    'WHERE tag.1 NOT IN {excluded_keys:Array(String)}',
    'GROUP BY tag_key',
  ]);
  return { sql: statement, params: { ...params, tag_loads: loadIds, excluded_keys: excludedKeys } };
}

/** The cost and the number of values of a virtual tag, which the query groups by, and then by provider. */
export function buildVirtualKeyStatement(query: CostQuery): CostStatement {
  return bindStatement(query, groupColumns(query), [
    `SELECT ${sumSql(query)} AS amount, uniqExact(costs.g0) AS value_count, ${providersSql}`,
    `FROM (\n${convertedRows(query, groupColumns(query))}\n) AS costs`,
    `WHERE ${counted} AND costs.g0 != ''`,
  ]);
}

/** The cost of a key that the rollup by tags leaves out. Its values are not counted: each resource may have one. */
export function buildLeftOutKeyStatement(query: CostQuery, key: string): CostStatement {
  const read = withRollup(query, 'resource_costs');
  const groups = groupsBy(`toUInt8(${inTagSets('tag_key = {left_out_key:String}')})`);
  const { sql: statement, params } = bindStatement(read, groups, [
    `SELECT ${sumSql(read)} AS amount, ${providersSql}`,
    `FROM (\n${convertedRows(read, groups)}\n) AS costs`,
    `WHERE ${counted} AND costs.g0 = 1`,
    'HAVING count() > 0',
  ]);
  return { sql: statement, params: { ...params, left_out_key: key } };
}
