export { backtestBudgetAlert } from './backtest-budget-alert.js';
export { budgetAlerts } from './budget-alert.js';
export { evaluateRules } from './evaluate-rules.js';
export { describePercentage } from './fire-budget-alerts.js';
export { queueEvaluation, queueOwnEvaluation } from './queue-evaluation.js';
export { type BudgetAlertEvent, readEvents } from './read-events.js';
