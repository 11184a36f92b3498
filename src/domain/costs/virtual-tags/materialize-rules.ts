import {
  run,
  selectRows,
  localTable,
  type CostStore,
} from '../../../platform/store/clickhouse/cost-store.js';
import { readLimits } from '../../../platform/store/clickhouse/read-limits.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import { sql } from '../../../platform/store/sql.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import type { KeyRules, KeySelection } from './key-rules.js';

/** Results are written again after this time, long before `dropOldRuleResults` removes them. */
const freshMs = 24 * 3_600_000;
const retentionDays = 3;
const maxRuleSets = 5_000;

/** Loads whose results this process has stored, or is storing, for one set of rules and one rollup. */
interface Materialized {
  loads: Map<number, Promise<void>>;
  until: number;
}

const materialized = new WeakMap<CostStore, Map<string, Materialized>>();

/**
 * Stores the results of rules for the combinations of these loads, unless this process already has;
 * a read then takes no longer than one of a provider's tag. Returns false where they cannot be stored,
 * such as on a full disk: costs can be read nevertheless.
 */
export async function materializeRules(
  store: CostStore,
  rules: KeyRules,
  keys: KeySelection,
): Promise<boolean> {
  try {
    await storeResults(store, rules, keys);
    return true;
  } catch (error) {
    // Rules that are too large for a statement are no smaller as part of another one.
    if (error instanceof DomainFailure) throw error;
    return false;
  }
}

/** Concurrent calls for the same rules and loads wait for the same statement. */
async function storeResults(
  store: CostStore,
  rules: KeyRules,
  { rollup, loadIds }: KeySelection,
): Promise<void> {
  const { loads } = materializedBy(store, `${rules.id} ${rollup}`);
  const missing = loadIds.filter((load) => !loads.has(load));
  if (missing.length > 0) {
    const storing = insertResults(store, rules, { rollup, loadIds: missing }).catch(
      (error: unknown) => {
        for (const load of missing) loads.delete(load);
        throw error;
      },
    );
    for (const load of missing) loads.set(load, storing);
  }
  await Promise.all(loadIds.flatMap((load) => loads.get(load) ?? []));
}

/** Level by level: rules read the stored results of those that they depend on. */
async function insertResults(
  store: CostStore,
  { id, nested, select }: KeyRules,
  keys: KeySelection,
): Promise<void> {
  await Promise.all(nested.map((each) => storeResults(store, each, keys)));
  try {
    await run(
      store.client,
      sql`
        INSERT INTO rule_results
          (rules, phase, key_id, tag_set_id, rule_index, value, materialized_on)
        SELECT ${sql.literal(id)}, phase, row_key, shard_key, rule_index, value, today()
        FROM (${select(keys)})
        WHERE rule_index != 0 OR value != ''
      `,
      readLimits(),
    );
    await syncReplicas(store, ['rule_results']);
  } catch (error) {
    if (!(error instanceof DomainFailure)) store.onError?.(error, 'materialize_rules');
    throw error;
  }
}

function materializedBy(store: CostStore, id: string): Materialized {
  const all = materialized.get(store) ?? new Map<string, Materialized>();
  materialized.set(store, all);
  const known = all.get(id);
  if (known && known.until > Date.now()) return known;
  if (all.size >= maxRuleSets) all.clear();
  const fresh = { loads: new Map<number, Promise<void>>(), until: Date.now() + freshMs };
  all.set(id, fresh);
  return fresh;
}

/** Removes results that no process relies on any more. */
export async function dropOldRuleResults(store: CostStore): Promise<void> {
  const [parts, table] =
    store.cluster === undefined
      ? [sql`system.parts`, 'rule_results']
      : [sql`clusterAllReplicas(${sql.raw(store.cluster)}, system.parts)`, 'rule_results_local'];
  const old = await selectRows<{ partition: string }>(
    store.client,
    sql`
      SELECT DISTINCT partition FROM ${parts}
      WHERE active AND database = currentDatabase() AND table = ${sql.literal(table)}
        AND toDate(partition) < today() - ${retentionDays}
    `,
  );
  for (const { partition } of old) {
    await run(
      store.client,
      sql`
        ALTER TABLE ${localTable(store, 'rule_results')}
        DROP PARTITION ${sql.literal(partition)}
      `,
    );
  }
}
