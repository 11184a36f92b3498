/**
 * Runs work for one account after the other: one that fails must not block the others. Work adds failures
 * that it survives to the list. With any failure the job fails in the end, so that it is run again.
 */
export async function forEachAccount(
  accounts: readonly string[],
  failure: string,
  work: (account: string, failures: unknown[]) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const account of accounts) {
    await work(account, failures).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, failure);
}
