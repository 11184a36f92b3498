import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportHistory, ServiceForecast } from './forecast-report.js';

const mostMinutes = 10;

// Threads cannot run TypeScript: where the sources run as they are, in tests, the built worker does it.
const file = import.meta.url.endsWith('.ts') ? '../../dist/forecast/worker.js' : './worker.js';

/** Forecasts in a thread of its own, so that requests are answered meanwhile. */
export async function forecastInWorker(history: ReportHistory): Promise<ServiceForecast[]> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData: history });
  const signal = AbortSignal.timeout(mostMinutes * 60_000);
  try {
    const [forecasts] = (await once(worker, 'message', { signal })) as [ServiceForecast[]];
    return forecasts;
  } finally {
    await worker.terminate();
  }
}
