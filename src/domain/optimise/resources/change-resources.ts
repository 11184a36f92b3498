import { setImmediate } from 'node:timers/promises';

/** Rows per statement: other requests of the embedded database wait for one statement, not for all of them. */
export const batchRows = 500;

/** Runs a statement over a batch of rows until it changes nothing more, and lets others in between. */
export async function inBatches(
  run: () => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  // Without a turn of the event loop, no request would be read before the last batch.
  while ((await run()).numAffectedRows) await setImmediate();
}

const running = new Map<string, Promise<unknown>>();

/**
 * Changes the resources of an integration after those changes that this process has begun: what one of them has staged
 * would be a leftover to the next.
 */
export async function changeResources<Result>(
  integration: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = running.get(integration) ?? Promise.resolve();
  const changing = before.then(change, change);
  running.set(integration, changing);
  try {
    return await changing;
  } finally {
    if (running.get(integration) === changing) running.delete(integration);
  }
}
