import { parentPort } from 'node:worker_threads';
import { type ReportHistory, forecastReport } from './forecast-report.js';

parentPort!.on('message', (history: ReportHistory) => {
  // A thread has no origin that the message could be for.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort!.postMessage(forecastReport(history));
});
