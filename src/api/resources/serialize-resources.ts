import type { z } from 'zod';
import { readResourceSavings } from '../../domain/optimise/recommendations/index.js';
import {
  type Resource,
  serializeResource,
  readDailyCosts,
  readResourceCosts,
  summarizeResource,
} from '../../domain/optimise/resources/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';

/** What a request asks for beside the resources themselves. */
interface Details {
  include_cost?: boolean | undefined;
  include_summary?: boolean | undefined;
  include_daily_costs?: boolean | undefined;
}

/** Resources as the API returns them, with what was requested; a few queries for all of them. */
export async function serializeResources(
  ctx: Context,
  workspace: string,
  rows: readonly Row<'resources'>[],
  {
    include_cost: hasCosts = false,
    include_summary: hasSummary = false,
    include_daily_costs: hasDays = false,
  }: Details,
): Promise<z.input<typeof Resource>[]> {
  if (!hasCosts && !hasSummary && !hasDays) return rows.map((row) => serializeResource(row));
  const costsOf = await readResourceCosts(ctx, workspace, rows);
  const tokens = rows.map(({ token }) => token);
  const savingsOf = await readResourceSavings(ctx, workspace, hasSummary ? tokens : []);
  const daysOf = hasDays ? await readDailyCosts(ctx, workspace, rows) : undefined;
  const virtualKeys = await readVirtualKeys(ctx);
  return rows.map((row) => {
    const costs = costsOf(row);
    const known = { costs, virtualKeys, ...savingsOf(row.token) };
    return serializeResource(row, {
      ...(hasCosts && { costs: costs.byCategory }),
      ...(daysOf && { daily_costs: daysOf(row) }),
      ...(hasSummary && { summary: summarizeResource(row, known) }),
    });
  });
}

async function readVirtualKeys({ db, actor }: Context): Promise<Map<string, string>> {
  const configs = await db
    .selectFrom('virtual_tag_configs')
    .select(['token', 'key'])
    .where('account_token', '=', actor.accountToken)
    .execute();
  return new Map(configs.map(({ token, key }) => [token, key]));
}
