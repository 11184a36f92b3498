import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs one kind of task in a worker thread, one at a time, so that the event loop stays responsive. What a
 * library throws there, even in a callback, fails the task and not the process.
 */
export class WorkerThread<Input, Output> {
  readonly #file: URL;
  readonly #timeoutMinutes: number;
  /** Reused for the next task: its code is loaded, and gets faster once it is optimized. */
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** `file` is a module that calls `answerTasks`; scripts/build.mjs and knip.json list them. */
  constructor(file: URL, { timeoutMinutes }: { timeoutMinutes: number }) {
    this.#file = file;
    this.#timeoutMinutes = timeoutMinutes;
  }

  run(input: Input): Promise<Output> {
    const output = this.#queue.then(() => this.#send(input));
    this.#queue = output.catch(() => undefined);
    return output;
  }

  async #send(input: Input): Promise<Output> {
    const worker = (this.#worker ??= this.#start());
    const signal = AbortSignal.timeout(this.#timeoutMinutes * 60_000);
    try {
      worker.ref();
      const reply = once(worker, 'message', { signal });
      // Messages to worker threads have no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(input);
      const [output] = (await reply) as [Output];
      // An idle thread must not keep the process alive.
      worker.unref();
      return output;
    } catch (error) {
      this.#forget(worker);
      await worker.terminate();
      if (!signal.aborted) throw error;
      const limit = `${this.#timeoutMinutes} minutes`;
      throw new Error(`The task took longer than ${limit}`, { cause: error });
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#file);
    // A thread can also fail between two tasks: without a listener that would end the process.
    worker.on('error', () => this.#forget(worker));
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }
}
