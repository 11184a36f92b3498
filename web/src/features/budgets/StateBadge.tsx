import { Badge } from '@mantine/core';
import type { BudgetState } from './budget.js';
import './budgets.css';

const labels: Record<BudgetState, string> = {
  over: 'Over budget',
  at_risk: 'At risk',
  on_track: 'On track',
};

const explanations: Record<BudgetState, string> = {
  over: 'More is spent than the budget of the month.',
  at_risk:
    'The forecast exceeds the budget. Without a forecast: more is spent than the share of the days until today.',
  on_track: 'The forecast stays within the budget.',
};

/** The state of a budget. The words carry the meaning, the colour only adds emphasis. */
export function StateBadge({
  state,
  isPast = false,
}: {
  state: BudgetState | null;
  isPast?: boolean;
}) {
  if (state === null) return <Badge className="budget-state">No budget</Badge>;
  const isWithin = isPast && state !== 'over';
  return (
    <Badge
      className="budget-state"
      data-state={isWithin ? 'on_track' : state}
      title={isPast ? undefined : explanations[state]}
    >
      {isWithin ? 'Within budget' : labels[state]}
    </Badge>
  );
}
