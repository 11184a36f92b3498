import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertedRows, roundedSum } from './build-statements.js';
import { type CostQuery, rollupOf } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { inTagSets } from './cost-source.js';
import { dimensions } from './dimensions.js';
import { type GroupColumn, groupColumns } from './group-columns.js';
import { largestRollup, type Rollup } from './rollups.js';

/** Costs that are counted have the currency of the result. */
const counted = (query: CostQuery) =>
  sql`costs.currency = ${targetCurrency(query)} AND costs.amount != 0`;

const providersSql = sql`arraySort(groupUniqArray(costs.g1)) AS providers`;

/** Groups by a column that is no grouping of the API, and by provider. */
const groupsBy = (expression: Sql): GroupColumn[] => [
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
): Sql {
  const read = withRollup(query, 'tag_costs');
  const table = sql.ref(rollupOf(read.condition, []));
  const ofLoads = sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}`;
  const groups = groupsBy(sql`tag_set_id`);
  // A set can have several rows until its parts are merged; ANY takes one of them.
  const tagged = sql`
    SELECT costs.*, arrayJoin(sets.tags) AS tag
    FROM (\n${convertedRows(read, groups)}\n) AS costs
    LEFT ANY JOIN (
      SELECT tag_set_id AS g0, arrayZip(mapKeys(tags), mapValues(tags)) AS tags FROM tag_sets
      WHERE tag_set_id IN (SELECT tag_set_id FROM ${table} WHERE ${ofLoads})
    ) AS sets USING (g0)
    WHERE ${counted(read)}
  `;
  return sql`
    SELECT
      tag.1 AS tag_key,
      ${roundedSum(read)} AS amount,
      uniqExact(tag.2) AS value_count,
      ${providersSql}
    FROM (\n${tagged}\n) AS costs
    WHERE tag.1 NOT IN ${sql.bind('Array(String)', excludedKeys)}
    GROUP BY tag_key
  `;
}

/** The cost and the number of values of a virtual tag, which the query groups by, and then by provider. */
export function buildVirtualKeyStatement(query: CostQuery): Sql {
  return sql`
    SELECT ${roundedSum(query)} AS amount, uniqExact(costs.g0) AS value_count, ${providersSql}
    FROM (\n${convertedRows(query, groupColumns(query))}\n) AS costs
    WHERE ${counted(query)} AND costs.g0 != ''
  `;
}

/** The cost of a key that the rollup by tags leaves out. Its values are not counted: each resource may have one. */
export function buildLeftOutKeyStatement(query: CostQuery, key: string): Sql {
  const read = withRollup(query, 'resource_costs');
  const hasKey = inTagSets(sql`tag_key = ${sql.bind('String', key)}`);
  const groups = groupsBy(sql`toUInt8(${hasKey})`);
  return sql`
    SELECT ${roundedSum(read)} AS amount, ${providersSql}
    FROM (\n${convertedRows(read, groups)}\n) AS costs
    WHERE ${counted(read)} AND costs.g0 = 1
    HAVING count() > 0
  `;
}
