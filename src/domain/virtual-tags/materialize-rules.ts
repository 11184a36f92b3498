import {
  run,
  selectRows,
  localTable,
  type CostStore,
} from '../../platform/store/clickhouse/cost-store.js';
import type { KeyRules, KeySelection } from './key-rules.js';

/** Results are written again after this time, long before `dropOldRuleResults` removes them. */
const freshMs = 24 * 3_600_000;
const retentionDays = 3;
const maxRuleSets = 1_000;

/** Loads whose results this process has stored for one set of rules and one rollup. */
interface Materialized {
  loads: Set<number>;
  until: number;
}

const materialized = new WeakMap<CostStore, Map<string, Materialized>>();

/**
 * Stores the results of rules for the combinations of these loads, unless this process already has;
 * a read then takes no longer than one of a provider's tag. Returns false where results cannot be
 * stored: on a cluster, the replica that is read may lag behind the one that was written.
 */
export async function materializeRules(
  store: CostStore,
  rules: KeyRules,
  { rollup, loadIds }: KeySelection,
): Promise<boolean> {
  if (store.cluster !== undefined) return false;
  const known = materializedBy(store, `${rules.id} ${rollup}`);
  const missing = loadIds.filter((load) => !known.loads.has(load));
  if (missing.length === 0) return true;
  try {
    await run(
      store.client,
      `INSERT INTO rule_results (rules, phase, key_id, tag_set_id, rule_index, value, materialized_on)
       SELECT '${rules.id}', phase, key_id, tag_set_id, rule_index, value, today()
       FROM (${rules.select({ rollup, loadIds: missing })}) WHERE rule_index != 0 OR value != ''`,
    );
  } catch {
    // Costs can still be read when the disk is full.
    return false;
  }
  for (const load of missing) known.loads.add(load);
  return true;
}

function materializedBy(store: CostStore, id: string): Materialized {
  const all = materialized.get(store) ?? new Map<string, Materialized>();
  materialized.set(store, all);
  const known = all.get(id);
  if (known && known.until > Date.now()) return known;
  if (all.size >= maxRuleSets) all.clear();
  const fresh = { loads: new Set<number>(), until: Date.now() + freshMs };
  all.set(id, fresh);
  return fresh;
}

/** Removes results that no process relies on any more. */
export async function dropOldRuleResults(store: CostStore): Promise<void> {
  const old = await selectRows<{ partition: string }>(
    store.client,
    `SELECT DISTINCT partition FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'rule_results'
       AND toDate(partition) < today() - ${retentionDays}`,
  );
  for (const { partition } of old) {
    await run(
      store.client,
      `ALTER TABLE ${localTable(store, 'rule_results')} DROP PARTITION '${partition}'`,
    );
  }
}
