import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportHistory, ServiceForecast } from './forecast-report.js';

const mostMinutes = 10;

// Threads cannot run TypeScript: where the sources run as they are, in tests, the built worker does it.
const file = import.meta.url.endsWith('.ts')
  ? '../../../dist/domain/forecast/worker.js'
  : './worker.js';

/** Kept for the next report: the code of the library is quick only after a while. */
let worker: Worker | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** Forecasts in a thread of its own, one report at a time, so that requests are answered meanwhile. */
export function forecastInWorker(history: ReportHistory): Promise<ServiceForecast[]> {
  const forecasts = turn.then(() => ask(history));
  turn = forecasts.catch(() => undefined);
  return forecasts;
}

async function ask(history: ReportHistory): Promise<ServiceForecast[]> {
  worker ??= new Worker(new URL(file, import.meta.url));
  const asked = worker;
  const signal = AbortSignal.timeout(mostMinutes * 60_000);
  try {
    asked.ref();
    const answer = once(asked, 'message', { signal });
    // A thread has no origin that the message could be for.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    asked.postMessage(history);
    const [forecasts] = (await answer) as [ServiceForecast[]];
    // An idle thread must not keep the process alive.
    asked.unref();
    return forecasts;
  } catch (error) {
    worker = undefined;
    await asked.terminate();
    throw error;
  }
}
