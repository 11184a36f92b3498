import { setImmediate } from 'node:timers/promises';

/** What a reader sees, each state once: before a change, as often as it can while the change runs, and afterwards. */
export async function seenWhile(
  change: () => Promise<unknown>,
  read: () => Promise<string>,
): Promise<string[]> {
  const seen = new Set([await read()]);
  const run = { isOver: false };
  const changing = change().finally(() => {
    run.isOver = true;
  });
  while (!run.isOver) {
    seen.add(await read());
    // Answers from caches alone would leave no turn to the change.
    await setImmediate();
  }
  await changing;
  return [...seen.add(await read())];
}
