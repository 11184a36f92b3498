import { expect, test } from 'vitest';
import { ImportQueue } from './import-queue.js';
import type { OnProgress, Progress } from './progress.js';

const forever = new AbortController().signal;

/** An import whose work the test ends, and what it was told last. */
function startImport(queue: ImportQueue, bytes: number, signal = forever) {
  const state: { latest?: Progress; report?: OnProgress; end?: () => void } = {};
  const onProgress = (progress: Progress) => (state.latest = progress);
  const done = queue.run({ bytes, onProgress, signal }, (report) => {
    state.report = report;
    return new Promise<void>((resolve) => (state.end = resolve));
  });
  return { state, done };
}

test('imports begin in the order in which they came, and know how many come before them', async () => {
  const queue = new ImportQueue(1);
  const imports = [1, 2, 3].map(() => startImport(queue, 100));
  const [first, second, third] = imports.map(({ state }) => state);
  expect(first!.report).toBeDefined();
  expect(second!.report).toBeUndefined();
  expect([second, third].map((each) => each!.latest?.importsAhead)).toEqual([1, 2]);
  first!.end!();
  await imports[0]!.done;
  await Promise.resolve();
  expect(second!.report).toBeDefined();
  expect(third!.latest?.importsAhead).toBe(1);
  second!.end!();
  await imports[1]!.done;
  await Promise.resolve();
  third!.end!();
  await imports[2]!.done;
});

test('the time left follows from the speed of the import that runs', async () => {
  const queue = new ImportQueue(1);
  const [first, second, third] = [100, 50, 10].map((bytes) => startImport(queue, bytes));
  expect(second!.state.latest).not.toHaveProperty('secondsLeft');
  first!.state.report!({ rows: 1, bytes: 20, totalBytes: 100, seconds: 4 });
  // Five bytes a second: 80 are left, then 50, then 10.
  expect(first!.state.latest?.secondsLeft).toBe(16);
  expect(second!.state.latest?.secondsLeft).toBe(26);
  expect(third!.state.latest?.secondsLeft).toBe(28);
});

test('two places run two imports, and one that fails makes room', async () => {
  const queue = new ImportQueue(2);
  const failing = queue.run({ bytes: 1, signal: forever }, () => Promise.reject(new Error('bad')));
  const second = startImport(queue, 1);
  const third = startImport(queue, 1);
  expect(second.state.report).toBeDefined();
  expect(third.state.report).toBeUndefined();
  await expect(failing).rejects.toThrow('bad');
  await Promise.resolve();
  expect(third.state.report).toBeDefined();
});

test('one that is cancelled while it waits leaves the queue', async () => {
  const queue = new ImportQueue(1);
  startImport(queue, 1);
  const cancelling = new AbortController();
  const cancelled = startImport(queue, 1, cancelling.signal);
  const last = startImport(queue, 1);
  cancelling.abort();
  await expect(cancelled.done).rejects.toThrow('Import cancelled.');
  expect(last.state.latest?.importsAhead).toBe(1);
});
