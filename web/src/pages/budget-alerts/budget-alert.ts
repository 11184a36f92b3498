import type { RuleKind } from '../../features/notification-rules/rule-kind.js';
import { budgetAlertsPath } from '../../features/budgets/budget.js';

export const budgetAlertKind: RuleKind<typeof budgetAlertsPath> = {
  name: 'budget alert',
  path: budgetAlertsPath,
  page: '/budget-alerts',
};
