import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { rebilledDays } from './billed-days.js';
import { type BilledCost, costsByCategoryStatement } from './read-billed-resources.js';
import { readWorkloadCosts } from './read-workloads.js';

interface RebilledCost extends BilledCost {
  id: string;
}

type CostsOf = (row: Row<'resources'>) => readonly BilledCost[];

/**
 * The costs of resources after the billing rules of a managed account; undefined if no rule changes its costs.
 * The costs that are stored with resources are those of the management account.
 */
export async function readRebilledCosts(
  ctx: Context,
  workspace: string,
  rows: readonly Row<'resources'>[],
): Promise<CostsOf | undefined> {
  const daysOf = await rebilledDays(ctx, workspace);
  if (!daysOf) return undefined;
  const { services } = ctx;
  const found = new Map<string, ReadonlyMap<string, BilledCost[]>>();
  for (const [integration, own] of groupBy(rows, (row) => row.integration_token)) {
    const days = await daysOf(integration);
    if (!days) continue;
    const names = own.flatMap(({ uuid, short_id: short }) => [uuid, short]);
    const costs = await selectCachedRows<RebilledCost>(
      services.costs,
      costsByCategoryStatement(days, names),
    );
    const workloads = own.some(({ type }) => type === 'kubernetes_workload')
      ? await readWorkloadCosts(services.costs, days)
      : [];
    const billed: ReadonlyMap<string, BilledCost[]> = groupBy(costs, ({ id }) => id);
    found.set(integration, new Map([...billed, ...workloads]));
  }
  return ({ integration_token: integration, uuid, short_id: short }) => {
    const costs = found.get(integration);
    return costs?.get(uuid) ?? costs?.get(short) ?? [];
  };
}
