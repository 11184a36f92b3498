import { type Condition, fieldOfGrouping, lacksService } from '../costs/filter/condition.js';
import { printFilter } from '../costs/filter/print-filter.js';
import { readFilter } from '../costs/filter/read-filter.js';
import type { GroupValue } from '../costs/groupings.js';
import { nextDimensions } from './drill-order.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { NarrowedPart } from './filter/use-narrowing.js';

/** The conditions that filter to one series; undefined where no filter can. */
export function conditionsOf(
  group: Record<string, GroupValue>,
  current: readonly Condition[],
): Condition[] | undefined {
  const added: Condition[] = [];
  for (const [grouping, value] of Object.entries(group)) {
    if (grouping === 'usage_unit') continue;
    const field = fieldOfGrouping(grouping);
    if (!field || typeof value === 'boolean') return undefined;
    added.push({ field, operator: 'is', values: [value] });
  }
  const merged = mergeConditions(current, added);
  const isIncomplete = added.some(({ field }) => lacksService(field, merged));
  return added.length === 0 || isIncomplete ? undefined : merged;
}

/** The current conditions with new ones; a new one replaces those on the same field. */
function mergeConditions(current: readonly Condition[], added: readonly Condition[]): Condition[] {
  const isReplaced = (old: Condition) =>
    added.some(({ field }) => field === old.field && old.operator === 'is');
  return [...current.filter((each) => !isReplaced(each)), ...added];
}

interface Drill {
  /** The filter that narrows the query to the group. */
  filter: string;
  /** The dimensions to group by next: first the finer ones, then the others. */
  next: string[];
}

/** How to drill into a group; undefined where that is not possible. */
type DrillDown = (group: Record<string, GroupValue> | undefined) => Drill | undefined;

/** Parses the filter once for all series of a table. */
export function drillDown(
  { groupings, ...query }: ExplorerQuery,
  providers: readonly string[],
  narrowed: NarrowedPart = 'filter',
): DrillDown {
  const filter = query[narrowed];
  const current = readFilter(filter, providers);
  return (group) => {
    if (!group || groupings.length === 0) return undefined;
    const conditions = conditionsOf(group, current ?? []);
    if (!conditions) return undefined;
    const narrowed = printFilter(conditions, providers);
    return {
      filter: current ? narrowed : `(${filter}) AND ${narrowed}`,
      next: nextDimensions(conditions),
    };
  };
}
