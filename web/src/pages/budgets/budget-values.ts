import { ApiProblem } from '../../api/problem.js';
import { type Plan, periodsOf } from './plan.js';

/** What the form of a budget holds. */
export interface BudgetValues extends Record<string, unknown> {
  name: string;
  kind: 'report' | 'children';
  cost_report_token: string;
  child_budget_tokens: string[];
  periods: Plan;
}

/** A budget of children has neither a report nor amounts. */
export const bodyOf = (values: BudgetValues) =>
  values.kind === 'children'
    ? { name: values.name, child_budget_tokens: values.child_budget_tokens }
    : {
        name: values.name,
        child_budget_tokens: [],
        cost_report_token: values.cost_report_token,
        periods: periodsOf(values.periods),
      };

/**
 * Throws for a budget that could never be over or under: the API stores one, because clients create
 * budgets step by step, and a person would wonder why it shows nothing.
 */
export function requireComplete(values: BudgetValues): void {
  const messages = [
    values.name.trim() === '' && 'name is missing',
    ...(values.kind === 'children' ? missingChildren(values) : missingPlan(values)),
  ].filter((message) => message !== false);
  if (messages.length > 0) throw new ApiProblem(400, messages, null);
}

const missingChildren = ({ child_budget_tokens: children }: BudgetValues) => [
  children.length === 0 && 'child_budget_tokens are missing: choose the budgets that it adds up',
];

const missingPlan = ({ cost_report_token: report, periods }: BudgetValues) => [
  report === '' && 'cost_report_token is missing: a budget needs costs to compare with',
  periodsOf(periods).length === 0 &&
    'periods are missing: a budget needs an amount for at least one month',
];
