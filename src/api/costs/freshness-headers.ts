import type { CostScope } from '../../domain/costs/query/index.js';
import { addDays } from '../../platform/lib/days.js';
import { formatTimestamp } from '../../platform/lib/time.js';

/** The last complete day of costs; a day is complete at the earliest once it is over. */
export function completeThroughOf(
  { completeThrough }: Pick<CostScope, 'completeThrough'>,
  today: string,
): string | null {
  const yesterday = addDays(today, -1);
  return completeThrough && completeThrough > yesterday ? yesterday : completeThrough;
}

/** Headers that say how fresh the costs are. */
export function freshnessHeaders(scope: CostScope, today: string): Record<string, string> {
  const completeThrough = completeThroughOf(scope, today);
  return {
    ...(scope.asOf && { 'x-farthing-data-as-of': formatTimestamp(scope.asOf) }),
    ...(completeThrough && { 'x-farthing-complete-through': completeThrough }),
  };
}
