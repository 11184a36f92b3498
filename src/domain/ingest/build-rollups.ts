import { literalArray } from '../../platform/store/clickhouse/sql-text.js';
import { type Rollup, rollupColumns } from '../costs/rollups.js';
import { tagSetId } from './sql/tags.js';

const amounts = ['billed_cost', 'effective_cost', 'billed_by_day', 'effective_by_day'];
const usage = ['usage_amount', 'usage_by_day'];

/** The columns with amounts of a rollup, and how a smaller rollup sums them. */
function amountColumns(rollup: Rollup): Record<string, string> {
  const hasUnits = rollupColumns[rollup].includes('usage_unit');
  const summed = hasUnits ? [...amounts, ...usage] : amounts;
  return {
    ...Object.fromEntries(
      summed.map((name) => [name, `${name.endsWith('_by_day') ? 'sumForEach' : 'sum'}(${name})`]),
    ),
    usage_days: 'groupBitOr(usage_days)',
  };
}

/** The statement that sums the lines of some loads by resource and month. */
export function buildResourceCosts(ofLoads: string): string {
  const keys = rollupColumns.resource_costs;
  const day = 'toDayOfMonth(usage_date)';
  const byDay = (amount: string) => `sumResample(1, 32, 1)(${amount}, ${day})`;
  const usageAmount = 'ifNull(usage_amount, 0)';
  const columns: Record<string, string> = {
    resource_name: 'max(resource_name)',
    billed_cost: 'sum(billed_cost)',
    effective_cost: 'sum(effective_cost)',
    billed_by_day: byDay('billed_cost'),
    effective_by_day: byDay('effective_cost'),
    usage_amount: `sum(${usageAmount})`,
    usage_by_day: byDay(usageAmount),
    usage_days: `groupBitOr(if(${usageAmount} = 0, 0, bitShiftLeft(toUInt32(1), ${day})))`,
  };
  const selected = keys.map((key) =>
    key === 'month' ? 'toStartOfMonth(usage_date) AS month' : key,
  );
  return `INSERT INTO resource_costs (${[...keys, ...Object.keys(columns)].join(', ')})
     SELECT ${[...selected, ...Object.values(columns)].join(', ')}
     FROM lines WHERE ${ofLoads} GROUP BY ${keys.join(', ')}`;
}

/** The statements that sum the smaller rollups of some loads, each from the next larger one. */
export function buildRollups(ofLoads: string, leftOutKeys: readonly string[]): string[] {
  return [
    sumRollup('tag_costs', commonTagRows(ofLoads, leftOutKeys)),
    sumRollup('usage_costs', `tag_costs WHERE ${ofLoads}`),
    sumRollup('account_costs', `usage_costs WHERE ${ofLoads}`),
    sumRollup('service_costs', `account_costs WHERE ${ofLoads}`),
  ];
}

function sumRollup(rollup: Rollup, from: string): string {
  const keys = rollupColumns[rollup];
  const columns = amountColumns(rollup);
  return `INSERT INTO ${rollup} (${[...keys, ...Object.keys(columns)].join(', ')})
     SELECT ${[...keys, ...Object.values(columns)].join(', ')}
     FROM ${from} GROUP BY ${keys.join(', ')}`;
}

/** The rows of `resource_costs`, with the id of their tag set without the left-out keys. */
function commonTagRows(ofLoads: string, leftOutKeys: readonly string[]): string {
  const rows = `resource_costs WHERE ${ofLoads}`;
  if (leftOutKeys.length === 0) return rows;
  return `(SELECT * EXCEPT (tag_set_id, key_id), common_id AS tag_set_id FROM resource_costs
       LEFT ANY JOIN (
         SELECT tag_set_id, ${tagSetId('common')} AS common_id,
           mapFilter((k, v) -> NOT has(${literalArray(leftOutKeys)}, k), tags) AS common
         FROM tag_sets WHERE tag_set_id IN (SELECT tag_set_id FROM ${rows})
       ) AS sets USING (tag_set_id)
       WHERE ${ofLoads})`;
}
