import { readCostStoreMigrations } from '../store/clickhouse/migrate-cost-store.js';
import { readDatabaseMigrations } from '../store/migrate-database.js';
import { type Check, type Installation, countOf, ok, warning } from './check.js';

/** Whether both stores have exactly the migrations of this release. */
export async function isOfThisRelease(
  stores: Pick<Installation, 'db' | 'costs'>,
): Promise<boolean> {
  const differences = await readDifferences(stores);
  return differences.every(({ pending, unknown }) => pending.length + unknown.length === 0);
}

/** Compares what both stores have applied with what this release has. A running server has applied all of its own. */
export const migrationsCheck: Check = {
  name: 'migrations',
  title: 'Migrations',
  run: async (stores) => {
    const differences = await readDifferences(stores);
    const newer = differences.filter(({ unknown }) => unknown.length > 0);
    if (newer.length > 0) {
      return warning(
        `A newer release has upgraded ${newer.map(({ store, unknown }) => `${store} (${unknown.at(-1)})`).join(' and ')}.`,
        'Upgrade this server too: the one that runs goes on, but this release cannot be started again.',
      );
    }
    const behind = differences.filter(({ pending }) => pending.length > 0);
    if (behind.length > 0) {
      return warning(
        `Pending: ${behind.map(({ store, pending }) => `${countOf(pending.length, 'migration')} of ${store} from ${pending[0]} on`).join(' and ')}.`,
        'Make a backup; the next start of a server of this release applies them.',
      );
    }
    return ok('Both databases have the schema of this release.');
  },
};

async function readDifferences({ db, costs }: Pick<Installation, 'db' | 'costs'>) {
  const states = {
    PostgreSQL: await readDatabaseMigrations(db),
    ClickHouse: await readCostStoreMigrations(costs),
  };
  return Object.entries(states).map(([store, { applied, known }]) => ({
    store,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)).toSorted(),
  }));
}
