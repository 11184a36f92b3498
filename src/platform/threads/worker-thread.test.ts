import { expect, test } from 'vitest';
import { WorkerThread } from './worker-thread.js';

const script = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'throw') setImmediate(() => { throw new Error('in a callback'); });
    else if (task === 'hang') for (;;);
    else parentPort.postMessage(task.toUpperCase());
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(script)}`);

test('what a library throws in a callback fails its task alone', async () => {
  const thread = new WorkerThread<string, string>(file, { timeoutMinutes: 1 });
  const tasks = ['a', 'throw', 'b'].map((task) => thread.run(task));
  expect(await Promise.allSettled(tasks)).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('in a callback') },
    { status: 'fulfilled', value: 'B' },
  ]);
});

test('a task that takes too long is ended, and the next one runs', async () => {
  const thread = new WorkerThread<string, string>(file, { timeoutMinutes: 0.01 });
  await expect(thread.run('hang')).rejects.toThrow('The task took longer than 0.01 minutes');
  const next = new WorkerThread<string, string>(file, { timeoutMinutes: 1 });
  expect(await next.run('e')).toBe('E');
});
