import { WorkerThread } from '../../../platform/threads/worker-thread.js';
import type { ReportHistory, ServiceForecast } from './forecast-report.js';

const thread = new WorkerThread<ReportHistory, ServiceForecast[]>(
  new URL('worker.js', import.meta.url),
  { timeoutMinutes: 10 },
);

/** Forecasts in a worker thread, one report at a time. */
export const forecastInWorker = (history: ReportHistory): Promise<ServiceForecast[]> =>
  thread.run(history);
