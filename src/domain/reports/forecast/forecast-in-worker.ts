import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportHistory, ServiceForecast } from './forecast-report.js';

const timeoutMinutes = 10;

// Worker threads cannot run TypeScript: tests, which run the sources, use the built worker.
const file = import.meta.url.endsWith('.ts')
  ? '../../../../dist/domain/reports/forecast/worker.js'
  : './worker.js';

/** Reused for the next report, because the WebAssembly code gets faster once it is optimized. */
let worker: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Forecasts in a worker thread, one report at a time, so that the event loop stays responsive. */
export function forecastInWorker(history: ReportHistory): Promise<ServiceForecast[]> {
  const forecasts = queue.then(() => runInWorker(history));
  queue = forecasts.catch(() => undefined);
  return forecasts;
}

async function runInWorker(history: ReportHistory): Promise<ServiceForecast[]> {
  worker ??= new Worker(new URL(file, import.meta.url));
  const current = worker;
  const signal = AbortSignal.timeout(timeoutMinutes * 60_000);
  try {
    current.ref();
    const reply = once(current, 'message', { signal });
    // Messages to worker threads have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    current.postMessage(history);
    const [forecasts] = (await reply) as [ServiceForecast[]];
    // An idle thread must not keep the process alive.
    current.unref();
    return forecasts;
  } catch (error) {
    worker = undefined;
    await current.terminate();
    throw error;
  }
}
