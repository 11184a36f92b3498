import type { Db } from '../store/tables.js';
import { unlessDeleted } from './unless-deleted.js';

/**
 * Runs work for one account after the other: one that fails must not block the others. Work adds failures
 * that it survives to the list. With any failure the job fails in the end, so that it is run again.
 */
export async function forEachAccount(
  db: Db,
  accounts: readonly string[],
  failure: string,
  work: (account: string, failures: unknown[]) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const account of accounts) {
    const survived: unknown[] = [];
    await unlessDeleted(db, 'accounts', account, async () => {
      await work(account, survived);
      if (survived.length > 0) throw new AggregateError(survived, failure);
    }).catch((error: unknown) => failures.push(...(survived.length > 0 ? survived : [error])));
  }
  if (failures.length > 0) throw new AggregateError(failures, failure);
}
