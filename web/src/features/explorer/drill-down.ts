import { type Condition, fieldOfGrouping } from '../costs/filter/condition.js';
import { printFilter } from '../costs/filter/print-filter.js';
import { readFilter } from '../costs/filter/read-filter.js';
import type { GroupValue } from '../costs/groupings.js';
import type { ExplorerQuery } from './explorer-query.js';

/** A filter on these fields must name a service too. */
const needService = new Set(['costs.category', 'costs.subcategory', 'costs.resource_id']);

/** The conditions that filter to one series; undefined where no filter can. */
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
  const after = mergeConditions(inForce, added);
  const hasService = after.some(
    ({ field, operator }) => field === 'costs.service' && operator === 'is',
  );
  const lacksService = added.some(({ field }) => needService.has(field)) && !hasService;
  return added.length === 0 || lacksService ? undefined : after;
}

/** Conditions in force with new ones; a new one replaces those on its field. */
function mergeConditions(inForce: readonly Condition[], added: readonly Condition[]): Condition[] {
  const isReplaced = (old: Condition) =>
    added.some(({ field }) => field === old.field && old.operator === 'is');
  return [...inForce.filter((each) => !isReplaced(each)), ...added];
}

/** From coarse to fine: what to group by once a value is fixed. */
const ladder = ['provider', 'service', 'cost_category', 'account_id', 'resource_id'];

/** The change of the query that drills into a group; undefined where that is not possible. */
export type DrillDown = (
  group: Record<string, GroupValue> | undefined,
) => Partial<ExplorerQuery> | undefined;

/** Parses the filter once for all series of a table. */
export function drillDown(
  { filter, groupings }: ExplorerQuery,
  providers: readonly string[],
): DrillDown {
  const inForce = readFilter(filter, providers);
  return (group) => {
    if (!group || groupings.length === 0) return undefined;
    const conditions = conditionsOf(group, inForce ?? []);
    if (!conditions) return undefined;
    const next = ladder.find((grouping) => !isFixed(grouping, conditions));
    const narrowed = printFilter(conditions, providers);
    return {
      filter: inForce ? narrowed : `(${filter}) AND ${narrowed}`,
      groupings: next ? [next] : groupings,
    };
  };
}

const isFixed = (grouping: string, conditions: readonly Condition[]): boolean =>
  conditions.some(
    ({ field, operator, values }) =>
      field === fieldOfGrouping(grouping) && operator === 'is' && values.length === 1,
  );
