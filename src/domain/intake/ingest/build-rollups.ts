import { type Sql, sql } from '../../../platform/store/sql.js';
import { type Rollup, rollupColumns } from '../../costs/query/index.js';
import { tagSetId } from './sql/tags.js';

const amounts = ['billed_cost', 'effective_cost', 'billed_by_day', 'effective_by_day'];
const usage = ['usage_amount', 'usage_by_day'];

/** The columns with amounts of a rollup, and how a smaller rollup sums them. */
function amountColumns(rollup: Rollup): Record<string, Sql> {
  const hasUnits = rollupColumns[rollup].includes('usage_unit');
  const summed = hasUnits ? [...amounts, ...usage] : amounts;
  return {
    ...Object.fromEntries(summed.map((name) => [name, sumOf(name)])),
    usage_days: sql`groupBitOr(usage_days)`,
  };
}

const sumOf = (column: string) =>
  column.endsWith('_by_day') ? sql`sumForEach(${sql.ref(column)})` : sql`sum(${sql.ref(column)})`;

/** The statement that sums the lines of some loads by resource and month. */
export function buildResourceCosts(ofLoads: Sql): Sql {
  const keys = rollupColumns.resource_costs;
  const day = sql`toDayOfMonth(usage_date)`;
  const byDay = (amount: Sql) => sql`sumResample(1, 32, 1)(${amount}, ${day})`;
  const usageAmount = sql`ifNull(usage_amount, 0)`;
  const columns: Record<string, Sql> = {
    resource_name: sql`max(resource_name)`,
    billed_cost: sql`sum(billed_cost)`,
    effective_cost: sql`sum(effective_cost)`,
    billed_by_day: byDay(sql`billed_cost`),
    effective_by_day: byDay(sql`effective_cost`),
    usage_amount: sql`sum(${usageAmount})`,
    usage_by_day: byDay(usageAmount),
    usage_days: sql`groupBitOr(if(${usageAmount} = 0, 0, bitShiftLeft(toUInt32(1), ${day})))`,
  };
  const selected = keys.map((key) =>
    key === 'month' ? sql`toStartOfMonth(usage_date) AS month` : sql.ref(key),
  );
  return sql`INSERT INTO resource_costs (${sql.refs([...keys, ...Object.keys(columns)])})
     SELECT ${sql.join([...selected, ...Object.values(columns)])}
     FROM lines WHERE ${ofLoads} GROUP BY ${sql.refs(keys)}`;
}

/** The statements that sum the smaller rollups of some loads, each from the next larger one. */
export function buildRollups(ofLoads: Sql, leftOutKeys: readonly string[]): Sql[] {
  return [
    sumRollup('tag_costs', commonTagRows(ofLoads, leftOutKeys)),
    sumRollup('usage_costs', sql`tag_costs WHERE ${ofLoads}`),
    sumRollup('account_costs', sql`usage_costs WHERE ${ofLoads}`),
    sumRollup('service_costs', sql`account_costs WHERE ${ofLoads}`),
  ];
}

function sumRollup(rollup: Rollup, from: Sql): Sql {
  const keys = rollupColumns[rollup];
  const columns = amountColumns(rollup);
  return sql`INSERT INTO ${sql.ref(rollup)} (${sql.refs([...keys, ...Object.keys(columns)])})
     SELECT ${sql.join([sql.refs(keys), ...Object.values(columns)])}
     FROM ${from} GROUP BY ${sql.refs(keys)}`;
}

/** The rows of `resource_costs`, with the id of their tag set without the left-out keys. */
function commonTagRows(ofLoads: Sql, leftOutKeys: readonly string[]): Sql {
  const rows = sql`resource_costs WHERE ${ofLoads}`;
  if (leftOutKeys.length === 0) return rows;
  return sql`(SELECT * EXCEPT (tag_set_id, key_id), common_id AS tag_set_id FROM resource_costs
       LEFT ANY JOIN (
         SELECT tag_set_id, ${tagSetId(sql`common`)} AS common_id,
           mapFilter((k, v) -> NOT has(${sql.array(leftOutKeys)}, k), tags) AS common
         FROM tag_sets WHERE tag_set_id IN (SELECT tag_set_id FROM ${rows})
       ) AS sets USING (tag_set_id)
       WHERE ${ofLoads})`;
}
