import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { rollupColumns } from '../../costs/query/index.js';

/** Below this size nothing is gained by leaving out keys. */
const smallRollupRows = 5_000;

/** The rollup by tags has at most this share of the rows of the one by resource. */
const maxRowShare = 0.5;

/**
 * Chooses the tag keys that the rollup by tags of some loads leaves out, so that it stays far smaller
 * than the one by resource: the keys with the most values, such as a name of each resource. Costs by
 * such a key are read from the rollup by resource.
 *
 * More keys never mean fewer rows, so the largest number of keys that fits is found by bisection.
 */
export async function chooseLeftOutTagKeys(store: CostStore, ofLoads: Sql): Promise<string[]> {
  const keys = await readKeysByValueCount(store, ofLoads);
  if (keys.length === 0) return [];
  const rows = await countRows(store, ofLoads);
  const limit = Math.max(smallRollupRows, rows * maxRowShare);
  if (rows <= limit || (await countRowsByTags(store, ofLoads, keys)) <= limit) return [];
  let fitting = 0;
  let tooMany = keys.length;
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    const count = await countRowsByTags(store, ofLoads, keys.slice(0, middle));
    if (count <= limit) fitting = middle;
    else tooMany = middle;
  }
  return keys.slice(fitting);
}

/** The tag keys of some loads, those with the fewest values first. */
async function readKeysByValueCount(store: CostStore, ofLoads: Sql): Promise<string[]> {
  const found = await selectRows<{ tag_key: string }>(
    store.bulk,
    sql`SELECT tag_key FROM tag_set_values
     WHERE tag_set_id IN (SELECT tag_set_id FROM resource_costs WHERE ${ofLoads})
     GROUP BY tag_key ORDER BY uniq(tag_value), tag_key`,
  );
  return found.map(({ tag_key }) => tag_key);
}

async function countRows(store: CostStore, ofLoads: Sql): Promise<number> {
  const [row] = await selectRows<{ rows: string }>(
    store.bulk,
    sql`SELECT count() AS rows FROM resource_costs WHERE ${ofLoads}`,
  );
  return Number(row?.rows ?? 0);
}

/** About how many rows the rollup by tags has with these keys. */
async function countRowsByTags(
  store: CostStore,
  ofLoads: Sql,
  keys: readonly string[],
): Promise<number> {
  const rows = sql`resource_costs WHERE ${ofLoads}`;
  const [row] = await selectRows<{ rows: string }>(
    store.bulk,
    sql`SELECT uniq(sipHash64(tuple(${sql.refs(rollupColumns.usage_costs)}, common))) AS rows
     FROM resource_costs
     LEFT ANY JOIN (
       SELECT tag_set_id, sipHash64(mapKeys(kept), mapValues(kept)) AS common,
         mapFilter((k, v) -> has(${sql.array(keys)}, k), tags) AS kept
       FROM tag_sets WHERE tag_set_id IN (SELECT tag_set_id FROM ${rows})
     ) AS sets USING (tag_set_id)
     WHERE ${ofLoads}`,
  );
  return Number(row?.rows ?? 0);
}
