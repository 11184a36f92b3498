import { type Sql, sql } from '../../../platform/store/sql.js';
import type { CostPlan } from './cost-plan.js';

/** `FROM` with the table, the virtual tags of its rows, and the parts that allocating tags split rows into. */
export function buildFromClause(
  { virtualTags }: CostPlan,
  allocatingTags = virtualTags,
  table = sql`lines`,
): Sql[] {
  return [
    sql`FROM ${table}`,
    ...virtualTags.flatMap(({ joins }) => joins),
    ...allocatingTags.flatMap(({ allocation }) =>
      allocation ? [allocation.join(allocation.period)] : [],
    ),
  ];
}
