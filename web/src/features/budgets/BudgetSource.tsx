import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pageOfObject } from '../../api/object-kinds.js';
import type { Budget } from './budget.js';

interface BudgetSourceProps {
  budget: Budget;
  nameOf: (token: string) => string;
}

/** The costs that a budget is compared with: those of a report or segment, or of its child budgets. */
export function BudgetSource({ budget, nameOf }: BudgetSourceProps) {
  const { child_budget_tokens: children, cost_report_token: source } = budget;
  if (children.length > 0) {
    return children.length === 1 ? '1 child budget' : `${children.length} child budgets`;
  }
  if (source === null) return 'No cost report';
  return (
    <Anchor component={Link} to={pageOfObject(source) ?? '/'} inherit>
      {nameOf(source)}
    </Anchor>
  );
}
