export { anomalyNotifications } from './anomaly-notification.js';
export { backtestNotification } from './backtest.js';
export { detectAnomaliesJob } from './detect-anomalies-job.js';
