import { type Check, countOf, firstOf, ok, warning } from '../../../platform/health/check.js';
import { loadOf, storedPartitions } from './drop-loads.js';

/** Finds rows of loads that the database does not know: it was restored from an older backup than the cost store. */
export const orphanedLinesCheck: Check = {
  name: 'orphaned-lines',
  title: 'Orphaned lines',
  readsTables: true,
  run: async ({ db, costs }) => {
    // Read before the loads: an import records its loads before it writes rows.
    const stored = new Map<number, Set<string>>();
    for (const { table, partition } of await storedPartitions(costs)) {
      const load = loadOf(partition);
      stored.set(load, (stored.get(load) ?? new Set()).add(table));
    }
    const known = await db
      .selectFrom('loads')
      .select('load_id')
      .where('status', '<>', 'dropped')
      .execute();
    for (const { load_id: id } of known) stored.delete(id);
    if (stored.size === 0) return ok('Every stored line belongs to a known load.');
    const listed = [...stored].map(
      ([load, tables]) => `load ${load} in ${[...tables].toSorted().join(', ')}`,
    );
    return warning(
      `The cost store has rows of ${countOf(stored.size, 'load')} that the database does not know: ${firstOf(listed)}.`,
      'They count nowhere. If the database was restored, restore the cost store from the same backup.',
    );
  },
};
