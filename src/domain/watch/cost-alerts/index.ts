export { backtestCostAlert, type BacktestDay } from './backtest-cost-alert.js';
export { CostAlertChange, costAlertEvents } from './cost-alert-event.js';
export { costAlerts, requireWatchableReports } from './cost-alert.js';
export { deleteAnnotationsOfOthers } from './delete-annotations.js';
export { describeChange, serializeChange } from './describe-change.js';
export { evaluateCostAlerts } from './evaluate-cost-alerts.js';
export { lastCompleteInterval, shiftInterval, startOfInterval } from './intervals.js';
export { queueCostAlerts } from './queue-evaluation.js';
export { readReportCosts } from './read-report-costs.js';
