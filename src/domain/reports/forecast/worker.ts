import { parentPort } from 'node:worker_threads';
import { type ReportHistory, forecastReport } from './forecast-report.js';

parentPort!.on('message', (history: ReportHistory) => {
  // Messages to worker threads have no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort!.postMessage(forecastReport(history));
});
