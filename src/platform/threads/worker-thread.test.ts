import { expect, test } from 'vitest';
import { WorkerThread } from './worker-thread.js';

const script = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'throw') setImmediate(() => { throw new Error('in a callback'); });
    else if (task === 'hang') for (;;);
    else parentPort.postMessage(task.toUpperCase());
    if (task === 'later') setImmediate(() => { throw new Error('when it is idle'); });
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

test('what a library throws in a callback fails its task alone', async () => {
  const thread = new WorkerThread<string, string>(file, { timeoutMinutes: 1 });
  const results = await Promise.allSettled(
    ['a', 'throw', 'b', 'later', 'c'].map((task) => thread.run(task)),
  );
  expect(results.slice(0, 4)).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('in a callback') },
    { status: 'fulfilled', value: 'B' },
    { status: 'fulfilled', value: 'LATER' },
  ]);
  // The task after a thread failed may have been sent to that thread; the one after it is not.
  expect(await thread.run('d')).toBe('D');
});

test('a task that takes too long is ended, and the next one runs', async () => {
  const thread = new WorkerThread<string, string>(file, { timeoutMinutes: 0.01 });
  await expect(thread.run('hang')).rejects.toThrow('The task took longer than 0.01 minutes');
  const next = new WorkerThread<string, string>(file, { timeoutMinutes: 1 });
  expect(await next.run('e')).toBe('E');
});
