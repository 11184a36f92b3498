import { parentPort } from 'node:worker_threads';

/** In a worker thread: answers each task that `WorkerThread` sends with the result of a function. */
export function answerTasks(run: (task: never) => unknown): void {
  const answer = async (task: never) => {
    const output = await run(task);
    // Messages to worker threads have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort!.postMessage(output);
  };
  // A task that fails ends the thread, and so reaches whoever sent it.
  parentPort!.on('message', (task: unknown) => void answer(task as never));
}
