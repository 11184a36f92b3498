import { completeThroughOf, type CostScope } from '../../domain/costs/query/index.js';
import { formatTimestamp } from '../../platform/lib/time.js';

/** Headers that say how fresh the costs are. */
export function freshnessHeaders(scope: CostScope, today: string): Record<string, string> {
  const completeThrough = completeThroughOf(scope, today);
  return {
    ...(scope.asOf && { 'x-farthing-data-as-of': formatTimestamp(scope.asOf) }),
    ...(completeThrough && { 'x-farthing-complete-through': completeThrough }),
  };
}
