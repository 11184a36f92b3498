import { today } from '../../lib/dates.js';
import { type Costs, useCosts } from '../costs/use-costs.js';
import { type Question, comparedWith } from './question.js';
import type { Scope } from './scope.js';

interface Comparison {
  /** The question about the time before; undefined where nothing is compared. */
  earlier: Question | undefined;
  /** Its answer, once there is one. */
  before: Costs | undefined;
}

/** The costs that those of a question are compared with. How far days are complete, any answer tells. */
export function useComparison(
  question: Question,
  scope: Scope,
  costs: Costs | undefined,
): Comparison {
  const earlier = costs && comparedWith(question, costs.freshness.completeThrough ?? today());
  const { data, isPlaceholderData } = useCosts(earlier && { ...earlier, ...scope, bin: 'quarter' });
  return { earlier, before: earlier && !isPlaceholderData ? data : undefined };
}
