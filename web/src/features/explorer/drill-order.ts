import { type Condition, fieldOfGrouping } from '../costs/filter/condition.js';

/** The dimensions to drill through, from coarse to fine. */
const drillOrder = ['provider', 'service', 'cost_category', 'account_id', 'region', 'resource_id'];

/** The dimensions that conditions leave open: first those finer than all others, then the rest. */
export function nextDimensions(conditions: readonly Condition[]): string[] {
  const finest = drillOrder.findLastIndex((grouping) => isFixed(grouping, conditions));
  const order = [...drillOrder.slice(finest + 1), ...drillOrder.slice(0, finest + 1)];
  return order.filter((grouping) => !isFixed(grouping, conditions));
}

const isFixed = (grouping: string, conditions: readonly Condition[]): boolean =>
  conditions.some(
    ({ field, operator, values }) =>
      field === fieldOfGrouping(grouping) && operator === 'is' && values.length === 1,
  );
