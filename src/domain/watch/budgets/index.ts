export { budgets, hiddenBudgets } from './budget.js';
export {
  budgetMonth,
  type BudgetMonth,
  budgetStates,
  dayAbove,
  forecastOf,
  sumToDate,
  type ToDate,
} from './figures.js';
export {
  amountOf,
  type BudgetTree,
  firstBudgetMonth,
  formatMonth,
  reportsOf,
  spendIn,
} from './performance.js';
export { readBudgetTrees } from './read-budgets.js';
export { readBudgetSource, readReportFigures } from './read-figures.js';
export { readPerformance } from './read-performance.js';
export { readDailySpend, readMonthlySpend } from './read-spend.js';
export {
  budgetColumns,
  childrenOf,
  replaceChildren,
  requireChildren,
  workspaceOfBudget,
} from './save-budget.js';
