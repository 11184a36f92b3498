import { z } from 'zod';
import {
  type GroupList,
  groupOrders,
  isByChange,
  type CostQuery,
  type CostScope,
  readValueNames,
} from '../../domain/costs/query/index.js';
import type { SeriesComparison } from '../../domain/reports/cost-reports/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

/** Query parameters that choose the groups of series, and their order. */
export const listParameters = {
  search: z
    .string()
    .max(255)
    .optional()
    .describe('Lists only groups with a value or name that contains this text.'),
  order_by: z
    .enum(groupOrders)
    .optional()
    .describe('Order of the groups, cost by default; the changes require a range to compare with.'),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('Names are in ascending order by default, amounts in descending order.'),
};

type ListParameters = z.output<z.ZodObject<typeof listParameters>>;

/** Which groups a request lists. Without changes to order them by, the largest come first. */
export async function resolveList(
  ctx: Context,
  requested: ListParameters & { compare_to?: string; compare_start_date?: string },
  found: { query: CostQuery; scope: CostScope; compared: SeriesComparison | undefined },
): Promise<GroupList> {
  const { order_by: order = 'cost', order: direction } = requested;
  const search = requested.search?.trim() || undefined;
  const isDescending = direction === undefined ? order !== 'name' : direction === 'desc';
  const compared = found.compared?.queries;
  const needsNames = search !== undefined || order === 'name';
  const names = needsNames
    ? await readValueNames(
        { db: ctx.db, costs: ctx.services.costs },
        found.scope,
        found.query.groupings,
      )
    : new Map<string, never>();
  const list: GroupList = { search, order, isDescending, names, ...(compared && { compared }) };
  if (!isByChange(list) || compared) return list;
  if ((requested.compare_to ?? requested.compare_start_date) === undefined) {
    throw new ShapeFailure([`order_by ${order} requires compare_to or compare_start_date`]);
  }
  return { ...list, order: 'cost', isDescending: true };
}
