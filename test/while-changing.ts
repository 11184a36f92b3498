import { setImmediate } from 'node:timers/promises';

const readers = 2;

/** What readers see, each state once: before a change, as often as they can while it runs, and afterwards. */
export async function seenWhile(
  change: () => Promise<unknown>,
  read: () => Promise<string>,
): Promise<string[]> {
  const seen = new Set([await read()]);
  const run = { isOver: false };
  const readOn = async () => {
    while (!run.isOver) {
      seen.add(await read());
      // Answers from caches alone would leave no turn to the change.
      await setImmediate();
    }
  };
  const changing = change().finally(() => {
    run.isOver = true;
  });
  await Promise.all([changing, ...Array.from({ length: readers }, readOn)]);
  return [...seen.add(await read())];
}
