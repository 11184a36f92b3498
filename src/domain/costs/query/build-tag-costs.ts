import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertedRows, roundedSum } from './build-statements.js';
import type { CostPlan } from './cost-plan.js';
import type { CostQuery } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { inTagSets } from './cost-source.js';
import { dimensions } from './dimensions.js';
import type { GroupColumn } from './group-columns.js';
import { planCosts } from './plan-costs.js';
import { largestRollup, type Rollup } from './rollups.js';

/** Costs that are counted have the currency of the result. */
const counted = (plan: CostPlan) =>
  sql`costs.currency = ${targetCurrency(plan)} AND costs.amount != 0`;

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

/** Plans the costs of a query by a column of a rollup, and by provider. */
function planBy(expression: Sql, query: CostQuery, needed: Rollup): CostPlan {
  const rollup = largestRollup([query.condition.rollup, needed]);
  return planCosts({ ...query, condition: { ...query.condition, rollup } }, groupsBy(expression));
}

/**
 * The cost and the number of values of each provider tag key, save the excluded ones. Costs are summed
 * by tag set before the tags are joined, so that the work grows with the sets and not with the rows.
 */
export function buildTagKeysStatement(
  query: CostQuery,
  { loadIds, excludedKeys }: { loadIds: readonly number[]; excludedKeys: readonly string[] },
): Sql {
  const plan = planBy(sql`tag_set_id`, query, 'tag_costs');
  const table = sql.ref(plan.scans[0]!.table);
  const ofLoads = sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}`;
  // A set can have several rows until its parts are merged; ANY takes one of them.
  const tagged = sql`
    SELECT costs.*, arrayJoin(sets.tags) AS tag
    FROM (\n${convertedRows(plan)}\n) AS costs
    LEFT ANY JOIN (
      SELECT tag_set_id AS g0, arrayZip(mapKeys(tags), mapValues(tags)) AS tags FROM tag_sets
      WHERE tag_set_id IN (SELECT tag_set_id FROM ${table} WHERE ${ofLoads})
    ) AS sets USING (g0)
    WHERE ${counted(plan)}
  `;
  return sql`
    SELECT
      tag.1 AS tag_key,
      ${roundedSum(plan)} AS amount,
      uniqExact(tag.2) AS value_count,
      ${providersSql}
    FROM (\n${tagged}\n) AS costs
    WHERE tag.1 NOT IN ${sql.bind('Array(String)', excludedKeys)}
    GROUP BY tag_key
  `;
}

/**
 * The cost and the number of values of a virtual tag, which the query groups by, and then by provider. The
 * sum of no rows is null where the tag allocates costs.
 */
export function buildVirtualKeyStatement(query: CostQuery): Sql {
  const plan = planCosts(query);
  return sql`
    SELECT ifNull(${roundedSum(plan)}, 0) AS amount, uniqExact(costs.g0) AS value_count, ${providersSql}
    FROM (\n${convertedRows(plan)}\n) AS costs
    WHERE ${counted(plan)} AND costs.g0 != ''
  `;
}

/** The cost of a key that the rollup by tags leaves out. Its values are not counted: each resource may have one. */
export function buildLeftOutKeyStatement(query: CostQuery, key: string): Sql {
  const hasKey = inTagSets(sql`tag_key = ${sql.bind('String', key)}`);
  const plan = planBy(sql`toUInt8(${hasKey})`, query, 'resource_costs');
  return sql`
    SELECT ${roundedSum(plan)} AS amount, ${providersSql}
    FROM (\n${convertedRows(plan)}\n) AS costs
    WHERE ${counted(plan)} AND costs.g0 = 1
    HAVING count() > 0
  `;
}
