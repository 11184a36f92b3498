import { type Sql, sql } from '../../../platform/store/sql.js';
import { stored } from './amount-sql.js';
import { type AdjustColumns, insertRebilledLines } from './insert-rebilled-lines.js';
import type { NodeFactors } from './node-factors.js';
import type { Transform } from './transform.js';

const factorPlaces = 18;
const node = sql`lower(attributes['node_resource_id'])`;

/**
 * The statements that store the lines of a cluster: those of nodes with a factor, and what rules make of
 * those that no bill has. Lines of hidden nodes keep their usage without any cost.
 */
export function insertClusterLines(
  from: number,
  { factors, hidden }: NodeFactors,
  transforms: readonly Transform[],
  ruleTokens: readonly string[],
  loadId: number,
): Sql[] {
  const known = new Map([...hidden.map((each) => [each, '0'] as const), ...factors]);
  const ofLoad = sql`
    SELECT * REPLACE (ifNull(list_cost, billed_cost) AS list_cost)
    FROM lines
    WHERE load_id = ${from}`;
  const insert = (lines: Sql, applied: readonly Transform[]) =>
    insertRebilledLines(lines, applied, ruleTokens, loadId, clusterColumns);
  if (known.size === 0) return [insert(ofLoad, transforms)];
  const isKnown = sql`has(${sql.array([...known.keys()])}, ${node})`;
  return [
    insert(scaledCosts(sql`${ofLoad} AND ${isKnown}`, known), []),
    insert(sql`${ofLoad} AND NOT ${isKnown}`, transforms),
  ];
}

/** Lines of nodes with a factor, with their costs multiplied by it. */
function scaledCosts(lines: Sql, factors: ReadonlyMap<string, string>): Sql {
  const index = sql`indexOf(${sql.array([...factors.keys()])}, ${node})`;
  const factor = sql`toDecimal256(${sql.array([...factors.values()])}[${index}], ${factorPlaces})`;
  const scaled = (cost: Sql) => stored(sql`toDecimal256(${cost}, 18) * ${factor}`);
  return sql`
    SELECT * REPLACE (
      ${scaled(sql`billed_cost`)} AS billed_cost,
      ${scaled(sql`effective_cost`)} AS effective_cost
    )
    FROM (${lines})`;
}

/**
 * No rule says what an undiscounted price becomes, and one beside the price that the account pays would give
 * away the other. Efficiency is therefore that of the rebilled cost, with the same idle share.
 */
const clusterColumns: AdjustColumns = (columns) => {
  const cost = columns['effective_cost']!;
  const idle = sql`divideDecimal(
    toDecimal256OrZero(row.attributes['idle_cost'], 18) * toDecimal256(${cost}, 18),
    toDecimal256(row.list_cost, 18),
    18
  )`;
  const text = sql`if(row.list_cost = 0, '0', toString(${idle}))`;
  const changed = sql`CAST(map('idle_cost', ${text}) AS Map(LowCardinality(String), String))`;
  return {
    list_cost: cost,
    attributes: sql`mapUpdate(${columns['attributes']!}, ${changed})`,
  };
};
