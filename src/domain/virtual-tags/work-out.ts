import {
  run,
  selectRows,
  storageOf,
  type CostStore,
} from '../../platform/store/clickhouse/cost-store.js';
import type { KeyRules } from './key-rules.js';

/** Rules are worked out again after this time, long before what they left is removed. */
const trustedMs = 24 * 3_600_000;
const keptDays = 3;
const mostRules = 1_000;

interface WorkedOut {
  loads: Set<number>;
  until: number;
}

const workedOut = new WeakMap<CostStore, Map<string, WorkedOut>>();

/**
 * Stores what rules say of the combinations of these loads, unless this process did already; a read
 * then takes no longer than one of a provider's tag. False where they cannot be stored: on a cluster, a
 * replica that is read may lag behind the one that was written.
 */
export async function workOut(
  store: CostStore,
  rules: KeyRules,
  loadIds: readonly number[],
): Promise<boolean> {
  if (store.cluster !== undefined) return false;
  const known = knownOf(store, rules.id);
  const missing = loadIds.filter((load) => !known.loads.has(load));
  if (missing.length === 0) return true;
  try {
    await run(
      store.client,
      `INSERT INTO worked_out_keys (rules, phase, key_id, tag_set_id, arm, value, worked_out_on)
       SELECT '${rules.id}', phase, key_id, tag_set_id, arm, value, today()
       FROM (${rules.select(missing)}) WHERE arm != 0 OR value != ''`,
    );
  } catch {
    // A disk that is full must not end reading.
    return false;
  }
  for (const load of missing) known.loads.add(load);
  return true;
}

function knownOf(store: CostStore, id: string): WorkedOut {
  const all = workedOut.get(store) ?? new Map<string, WorkedOut>();
  workedOut.set(store, all);
  const known = all.get(id);
  if (known && known.until > Date.now()) return known;
  if (all.size >= mostRules) all.clear();
  const fresh = { loads: new Set<number>(), until: Date.now() + trustedMs };
  all.set(id, fresh);
  return fresh;
}

/** Removes what no process relies on any more. */
export async function dropOldWork(store: CostStore): Promise<void> {
  const old = await selectRows<{ partition: string }>(
    store.client,
    `SELECT DISTINCT partition FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'worked_out_keys'
       AND toDate(partition) < today() - ${keptDays}`,
  );
  for (const { partition } of old) {
    await run(
      store.client,
      `ALTER TABLE ${storageOf(store, 'worked_out_keys')} DROP PARTITION '${partition}'`,
    );
  }
}
