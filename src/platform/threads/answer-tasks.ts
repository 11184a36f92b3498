import { parentPort } from 'node:worker_threads';

/** In a worker thread: answers each task that `WorkerThread` sends with the result of a function. */
export function answerTasks<Input, Output>(run: (input: Input) => Output | Promise<Output>): void {
  parentPort!.on('message', async (input: Input) => {
    const output = await run(input);
    // Messages to worker threads have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort!.postMessage(output);
  });
}
