import { run, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import { type Sql, inlineValues, sql } from '../../../platform/store/sql.js';
import { buildRollups, buildResourceCosts } from './build-rollups.js';
import type { Format } from './format.js';
import { chooseLeftOutTagKeys } from './left-out-tag-keys.js';
import { tagSetId } from './sql/tags.js';
import type { StoredLoad } from './verify-totals.js';
import { costKeyColumns } from '../../costs/virtual-tags/index.js';

const ruleColumns = sql.refs(costKeyColumns);

const dates = sql`min(usage_date), max(usage_date)`;

/** Small loads are summarized together, because each statement has a fixed cost. */
const linesPerBatch = 1_000_000;

/**
 * Fills the rollups, tag sets and value lists of loads whose lines are all stored, a few loads at a
 * time, and returns the tag keys that their rollup by tags leaves out. The largest load comes first,
 * because these keys are chosen from the rows of the first loads with tags.
 */
export async function deriveTables(
  store: CostStore,
  loads: ReadonlyMap<number, StoredLoad>,
  onLoadsDone: (done: number) => void = () => undefined,
  /** Statements for further tables. */
  derive: Format['derive'] = () => [],
): Promise<string[]> {
  let leftOutKeys: string[] | undefined;
  let done = 0;
  for (const { ids, hasTags } of batchesOf(loads)) {
    const ofLoads = sql`load_id IN (${sql.numbers(ids)})`;
    await runAll(store, [...(hasTags ? storeTagSets(ofLoads) : []), buildResourceCosts(ofLoads)]);
    if (hasTags) leftOutKeys ??= await chooseLeftOutTagKeys(store, ofLoads);
    await runAll(store, [
      ...(leftOutKeys?.length ? storeCommonTagSets(ofLoads, leftOutKeys) : []),
      ...buildRollups(ofLoads, leftOutKeys ?? []),
      storeCostKeys(ofLoads),
      ...storeLists(ofLoads),
      ...(hasTags ? [storeTagValues(ofLoads)] : []),
      ...derive(ofLoads),
    ]);
    done += ids.length;
    onLoadsDone(done);
  }
  return leftOutKeys ?? [];
}

interface Batch {
  ids: number[];
  lines: number;
  hasTags: boolean;
}

function batchesOf(loads: ReadonlyMap<number, StoredLoad>): Batch[] {
  const batches: Batch[] = [];
  for (const [loadId, { lines, hasTags }] of [...loads].toSorted(
    ([, a], [, b]) => b.lines - a.lines,
  )) {
    const last = batches.at(-1);
    if (last !== undefined && last.lines + lines <= linesPerBatch) {
      last.ids.push(loadId);
      last.lines += lines;
      last.hasTags ||= hasTags;
    } else {
      batches.push({ ids: [loadId], lines, hasTags });
    }
  }
  return batches;
}

/** A load may have more combinations than fit in memory. */
const spillBytes = '500000000';

async function runAll(store: CostStore, statements: readonly Sql[]): Promise<void> {
  for (const statement of statements) {
    await run(store.bulk, statement, {
      distributed_product_mode: 'local',
      max_bytes_before_external_group_by: spillBytes,
      max_bytes_before_external_sort: spillBytes,
      // The charges of a load may span any number of months.
      max_partitions_per_insert_block: '0',
    });
    // Later statements read what earlier ones have written.
    const table = /^INSERT INTO (\w+)/.exec(inlineValues(statement))?.[1];
    if (table !== undefined) await syncReplicas(store, [table]);
  }
}

function storeTagSets(ofLoads: Sql): Sql[] {
  return [
    sql`INSERT INTO tag_sets (tag_set_id, tags)
     SELECT tag_set_id, any(tags) FROM lines
     WHERE ${ofLoads} AND tag_set_id != 0 AND tag_set_id NOT IN (SELECT tag_set_id FROM tag_sets)
     GROUP BY tag_set_id`,
    storeTagSetValues(sql`IN (SELECT tag_set_id FROM lines WHERE ${ofLoads})`),
  ];
}

/** The tag sets of a load without some keys, which `tag_costs` refers to. */
function storeCommonTagSets(ofLoads: Sql, leftOutKeys: readonly string[]): Sql[] {
  const used = sql`SELECT tag_set_id FROM resource_costs WHERE ${ofLoads}`;
  const common = sql`SELECT ${tagSetId(sql`common`)} AS id,
       mapFilter((k, v) -> NOT has(${sql.array(leftOutKeys)}, k), tags) AS common
     FROM tag_sets WHERE tag_set_id IN (${used})`;
  return [
    sql`INSERT INTO tag_sets (tag_set_id, tags)
     SELECT id, any(common) FROM (${common})
     WHERE id != 0 AND id NOT IN (SELECT tag_set_id FROM tag_sets) GROUP BY id`,
    // They are not on the shards of the sets that they come from.
    storeTagSetValues(sql`GLOBAL IN (SELECT id FROM (${common}))`),
  ];
}

function storeTagSetValues(inIds: Sql): Sql {
  return sql`INSERT INTO tag_set_values (tag_key, tag_set_id, tag_value)
     SELECT pair.1, tag_set_id, pair.2 FROM tag_sets
     ARRAY JOIN CAST(tags AS Array(Tuple(String, String))) AS pair
     WHERE tag_set_id ${inIds} AND tag_set_id NOT IN (SELECT tag_set_id FROM tag_set_values)`;
}

/** Rules are evaluated over the keys of the rollup that a query reads. */
function storeCostKeys(ofLoads: Sql): Sql {
  const keys = ['tag_costs', 'resource_costs'].map(
    (rollup) => sql`SELECT DISTINCT load_id, ${sql.literal(rollup)}, key_id, ${ruleColumns}
     FROM ${sql.ref(rollup)} WHERE ${ofLoads}`,
  );
  return sql`INSERT INTO cost_keys (load_id, rollup, key_id, ${ruleColumns})
     ${sql.join(keys, '\nUNION ALL\n')}`;
}

function storeLists(ofLoads: Sql): Sql[] {
  return [
    sql`INSERT INTO accounts (load_id, integration_token, provider, provider_account_id,
       provider_account_name, account_id, account_name, first_date, last_date)
     SELECT load_id, integration_token, provider, provider_account_id,
       any(provider_account_name), account_id, any(account_name), ${dates}
     FROM lines WHERE ${ofLoads}
     GROUP BY load_id, integration_token, provider, provider_account_id, account_id`,
    sql`INSERT INTO services (load_id, integration_token, provider, service, service_code,
       first_date, last_date)
     SELECT load_id, integration_token, provider, service, service_code, ${dates}
     FROM lines WHERE ${ofLoads} GROUP BY load_id, integration_token, provider, service, service_code`,
    sql`INSERT INTO resources (load_id, integration_token, provider, resource_id, resource_name,
       resource_type, service, provider_account_id, account_id, region, instance_type,
       availability_zone, tag_set_id, first_date, last_date)
     SELECT load_id, integration_token, provider, assumeNotNull(resource_id), any(resource_name),
       any(resource_type), any(service), any(provider_account_id), any(account_id),
       any(region), any(instance_type), any(availability_zone),
       argMax(tag_set_id, (charge_start, tag_set_id)), ${dates}
     FROM lines WHERE ${ofLoads} AND resource_id IS NOT NULL
     GROUP BY load_id, integration_token, provider, resource_id`,
  ];
}

function storeTagValues(ofLoads: Sql): Sql {
  return sql`INSERT INTO tag_values (load_id, integration_token, provider, tag_key, tag_value,
     first_date, last_date)
   SELECT load_id, integration_token, provider, tag_key, tag_value, min(first_date), max(last_date)
   FROM (
     SELECT load_id, integration_token, provider, tag_set_id,
       min(usage_date) AS first_date, max(usage_date) AS last_date
     FROM lines WHERE ${ofLoads} AND tag_set_id != 0
     GROUP BY load_id, integration_token, provider, tag_set_id
   ) AS used
   INNER JOIN (
     SELECT DISTINCT tag_set_id, tag_key, tag_value FROM tag_set_values
     WHERE tag_set_id IN (SELECT tag_set_id FROM resource_costs WHERE ${ofLoads})
   ) AS sets USING tag_set_id
   GROUP BY load_id, integration_token, provider, tag_key, tag_value`;
}
