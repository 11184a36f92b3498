import type { Context } from '../../../platform/kernel/context.js';
import { hasRebilledCosts, readScope } from '../../costs/query/index.js';
import { type CostWindow, readCostWindow } from './cost-window.js';

/** Loads, and the days of them that are read. */
export type BilledDays = Pick<CostWindow, 'loadIds' | 'start' | 'end'>;

/** What the costs of resources of an integration are read from; undefined while it has none. */
export type BilledDaysOf = (integration: string) => Promise<BilledDays | undefined>;

/** The loads that billing rules of a managed account have filled; undefined if no rule changes its costs. */
export async function rebilledDays(
  { db, now }: Context,
  workspace: string,
): Promise<BilledDaysOf | undefined> {
  if (!(await hasRebilledCosts(db, workspace))) return undefined;
  const { loads } = await readScope(db, [workspace]);
  return async (integration) => {
    const window = await readCostWindow(db, integration, now);
    const ids = loads.flatMap((load) => (load.integrationToken === integration ? [load.id] : []));
    return window && ids.length > 0 ? { ...window, loadIds: ids } : undefined;
  };
}

/** The loads that a workspace reads: rebilled ones where it has them, else those of the bills. */
export async function billedDays(ctx: Context, workspace: string): Promise<BilledDaysOf> {
  const rebilled = await rebilledDays(ctx, workspace);
  return rebilled ?? ((integration) => readCostWindow(ctx.db, integration, ctx.now));
}
