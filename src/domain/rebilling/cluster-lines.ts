import { literalArray } from '../../platform/store/clickhouse/sql-text.js';
import type { Sql } from '../ingest/sql/sql.js';
import { stored } from './amount-sql.js';
import { type AdjustColumns, insertRebilledLines } from './insert-rebilled-lines.js';
import type { NodeFactors } from './node-factors.js';
import type { Transform } from './transform.js';

const factorPlaces = 18;
const node: Sql = "lower(attributes['node_resource_id'])";

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
  const nodes = literalArray([...known.keys()]);
  const ofLoad = `SELECT * REPLACE (ifNull(list_cost, billed_cost) AS list_cost) FROM lines WHERE load_id = ${from}`;
  const insert = (lines: Sql, applied: readonly Transform[]) =>
    insertRebilledLines(lines, applied, ruleTokens, loadId, clusterColumns);
  if (known.size === 0) return [insert(ofLoad, transforms)];
  const factor = `toDecimal256(${literalArray([...known.values()])}[indexOf(${nodes}, ${node})], ${factorPlaces})`;
  const scaled = ['billed_cost', 'effective_cost'].map(
    (cost) => `${stored(`toDecimal256(${cost}, 18) * ${factor}`)} AS ${cost}`,
  );
  return [
    insert(
      `SELECT * REPLACE (${scaled.join(', ')}) FROM (${ofLoad} AND has(${nodes}, ${node}))`,
      [],
    ),
    insert(`${ofLoad} AND NOT has(${nodes}, ${node})`, transforms),
  ];
}

/**
 * No rule says what an undiscounted price becomes, and one beside the price that the account pays would give
 * away the other. Efficiency is therefore that of the rebilled cost, with the same idle share.
 */
const clusterColumns: AdjustColumns = (columns) => {
  const cost = columns['effective_cost'];
  const idle = `divideDecimal(toDecimal256OrZero(row.attributes['idle_cost'], 18) * toDecimal256(${cost}, 18), toDecimal256(row.list_cost, 18), 18)`;
  const text = `if(row.list_cost = 0, '0', toString(${idle}))`;
  return {
    list_cost: cost!,
    attributes: `mapUpdate(${columns['attributes']}, CAST(map('idle_cost', ${text}) AS Map(LowCardinality(String), String)))`,
  };
};
