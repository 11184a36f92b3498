import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Answer, Schemas } from '../../api/types.js';

export type Budget = Schemas['Budget'];
export type BudgetMonth = Schemas['BudgetMonth'];
export type BudgetStatus = Schemas['BudgetStatus'];
export type BudgetStatusList = Answer<'/v2/budgets/status'>;
export type BudgetState = NonNullable<BudgetMonth['state']>;
export type BudgetAlert = Schemas['BudgetAlert'];
export type BudgetAlertEvent = Schemas['BudgetAlertEvent'];

export const budgetsPath = '/v2/budgets';
export const budgetPath = '/v2/budgets/{budget_token}';
export const budgetAlertsPath = '/v2/budget_alerts';
export const budgetAlertPath = '/v2/budget_alerts/{budget_alert_token}';

/** The page of a budget. */
export const budgetPage = (token: string): string => `/budgets/${token}`;

/** The budgets of the workspace. */
export function useBudgets({ enabled = true } = {}) {
  const workspace = useWorkspace();
  return useGet(
    budgetsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: enabled && workspace !== undefined },
  );
}

/** How much of the budgets of the workspace is spent this month. */
export function useBudgetStatus() {
  const workspace = useWorkspace();
  return useGet(
    '/v2/budgets/status',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
}

/** The most urgent first; budgets without a state last. */
export const urgencyOf = (state: BudgetState | null | undefined): number =>
  state ? ['over', 'at_risk', 'on_track'].indexOf(state) : 3;
