export { anomalyAlerts, requireEditable } from './anomaly-alert.js';
export {
  type AnomalyEvent,
  eventStatuses,
  readEvent,
  readEvents,
  reviewEvent,
  reviewStatuses,
} from './anomaly-events.js';
export { explainImpact } from './explain-impact.js';
export { queueDetection } from './queue-detection.js';
export { readAnomalyDays } from './read-anomaly-days.js';
export { maxSeries, resolveSeriesQuery } from './read-cost-series.js';
export { scanAccount } from './scan-account.js';
export { searchReport } from './scan-report.js';
export type { FoundAnomaly } from './search-series.js';
