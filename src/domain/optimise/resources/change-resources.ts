import { setTimeout } from 'node:timers/promises';

/** Rows per statement: other requests of the embedded database wait for one statement, not for all of them. */
export const batchRows = 200;

/** Time for requests between two statements: each takes several turns of the event loop, a statement blocks all of them. */
export const letOthersIn = () => setTimeout(10);

/** Runs a statement over a batch of rows until it changes nothing more. */
export async function inBatches(
  run: () => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  while ((await run()).numAffectedRows) await letOthersIn();
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
