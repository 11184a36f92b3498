import { type Sql, sql } from '../../../platform/store/sql.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import type { CostQuery } from './cost-query.js';
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
  table = sql`lines`,
): Sql[] {
  const used = usedVirtualTags(query);
  return [
    sql`FROM ${table}`,
    ...used.flatMap(({ joins }) => joins),
    ...allocatingTags.flatMap(({ allocation }) =>
      allocation ? [allocation.join(allocation.period)] : [],
    ),
  ];
}
