import { type Condition, fieldOfGrouping } from '../costs/filter/condition.js';
import { printFilter } from '../costs/filter/print-filter.js';
import { readFilter } from '../costs/filter/read-filter.js';
import type { GroupValue } from '../costs/groupings.js';
import type { Question } from './question.js';

/** Filters of these fields need a service beside them. */
const needService = new Set(['costs.category', 'costs.subcategory', 'costs.resource_id']);

/** What narrows costs to one series, or undefined where a filter cannot say it. */
function conditionsOf(
  group: Record<string, GroupValue>,
  inForce: readonly Condition[],
): Condition[] | undefined {
  const added: Condition[] = [];
  for (const [grouping, value] of Object.entries(group)) {
    if (grouping === 'usage_unit') continue;
    const field = fieldOfGrouping(grouping);
    if (!field || typeof value === 'boolean') return undefined;
    added.push({ field, operator: 'is', values: [value] });
  }
  const after = narrowed(inForce, added);
  const hasService = after.some(
    ({ field, operator }) => field === 'costs.service' && operator === 'is',
  );
  const isLacking = added.some(({ field }) => needService.has(field)) && !hasService;
  return added.length === 0 || isLacking ? undefined : after;
}

/** A condition on a field takes the place of one that named it among others. */
function narrowed(inForce: readonly Condition[], added: readonly Condition[]): Condition[] {
  const isReplaced = (old: Condition) =>
    added.some(({ field }) => field === old.field && old.operator === 'is');
  return [...inForce.filter((each) => !isReplaced(each)), ...added];
}

/** From coarse to fine: what is worth seeing once a value is settled. */
const ladder = ['provider', 'service', 'cost_category', 'account_id', 'resource_id'];

/** How to ask about one series alone, a step further down; undefined where there is no such question. */
export type DrillDown = (
  group: Record<string, GroupValue> | undefined,
) => Partial<Question> | undefined;

/** Reads the filter once, for all the series of a table. */
export function drillDown(
  { filter, groupings }: Question,
  providers: readonly string[],
): DrillDown {
  const inForce = readFilter(filter, providers);
  return (group) => {
    if (!group || groupings.length === 0) return undefined;
    const conditions = conditionsOf(group, inForce ?? []);
    if (!conditions) return undefined;
    const next = ladder.find((grouping) => !isSettled(grouping, conditions));
    const narrowed = printFilter(conditions, providers);
    return {
      filter: inForce ? narrowed : `(${filter}) AND ${narrowed}`,
      groupings: next ? [next] : groupings,
    };
  };
}

const isSettled = (grouping: string, conditions: readonly Condition[]): boolean =>
  conditions.some(
    ({ field, operator, values }) =>
      field === fieldOfGrouping(grouping) && operator === 'is' && values.length === 1,
  );
