import { parentPort, workerData } from 'node:worker_threads';
import { type ReportHistory, forecastReport } from './forecast-report.js';

// A thread has no origin that the message could be for.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort!.postMessage(forecastReport(workerData as ReportHistory));
