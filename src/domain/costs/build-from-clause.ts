import type { VirtualTagColumn } from '../virtual-tags/column.js';
import { needsLines, type CostQuery } from './cost-query.js';
import { tagKeysOf } from './dimensions.js';

/** The virtual tags that a statement has to work out. */
export function usedVirtualTags({ condition, groupings }: CostQuery): VirtualTagColumn[] {
  const groupedBy = new Set(tagKeysOf(groupings));
  return condition.virtualTags.filter(({ key, inFilters }) => inFilters || groupedBy.has(key));
}

/** `FROM` with the table that can answer, the virtual tags of its rows, and the parts that some divide them into. */
export function buildFromClause(
  query: CostQuery,
  divided: readonly VirtualTagColumn[] = usedVirtualTags(query),
  table: string = needsLines(query) ? 'lines' : 'daily_costs',
): string[] {
  const used = usedVirtualTags(query);
  const byLine = Object.assign({}, ...used.map(({ lineColumns }) => lineColumns)) as object;
  const columns = Object.entries(byLine).map(([name, sql]) => `${sql} AS ${name}`);
  return [
    columns.length === 0
      ? `FROM ${table}`
      : `FROM (SELECT *, key_id, line_id, ${columns.join(', ')} FROM lines) AS lines`,
    ...used.flatMap(({ joins }) => joins),
    ...divided.flatMap(({ division }) => (division ? [division.join(division.period)] : [])),
  ];
}
