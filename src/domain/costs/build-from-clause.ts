import { type Columns, selectLevels } from '../virtual-tags/rule-levels.js';
import type { VirtualTagColumn } from '../virtual-tags/virtual-tag-column.js';
import { needsLines, type CostQuery } from './cost-query.js';
import { groupedTagKeys } from './grouping.js';

/** The virtual tags that a statement has to compute. */
export function usedVirtualTags({ condition, groupings }: CostQuery): VirtualTagColumn[] {
  const groupedBy = new Set(groupedTagKeys(groupings));
  return condition.virtualTags.filter(({ key, inFilters }) => inFilters || groupedBy.has(key));
}

/** `FROM` with the table, the virtual tags of its rows, and the parts that allocating tags split rows into. */
export function buildFromClause(
  query: CostQuery,
  allocatingTags: readonly VirtualTagColumn[] = usedVirtualTags(query),
  table: string = needsLines(query) ? 'lines' : 'daily_costs',
): string[] {
  const used = usedVirtualTags(query);
  const levels = mergeLevels(used.map(({ lineLevels = [] }) => lineLevels));
  return [
    levels.length === 0
      ? `FROM ${table}`
      : `FROM ${selectLevels(levels, '(SELECT *, key_id, line_id FROM lines)')} AS lines`,
    ...used.flatMap(({ joins }) => joins),
    ...allocatingTags.flatMap(({ allocation }) =>
      allocation ? [allocation.join(allocation.period)] : [],
    ),
  ];
}

/** Tags that depend on the same tag have its columns in common, at the same level. */
function mergeLevels(tags: readonly (readonly Columns[])[]): Columns[] {
  const length = Math.max(0, ...tags.map((levels) => levels.length));
  return Array.from(
    { length },
    (_, level) => Object.assign({}, ...tags.map((levels) => levels[level])) as Columns,
  );
}
