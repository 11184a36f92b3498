import type { Context } from '../../../platform/kernel/context.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  integrationEnds,
  readProviderIntegrations,
  readScope,
  settledDay,
} from '../../costs/query/index.js';

/** The last day whose costs are complete, by provider. */
export type SettledDays = ReadonlyMap<string, string>;

/** Reads the settled days of a workspace: one provider's late bill does not hold back another's. */
export async function readSettledDays(ctx: Context, workspace: string): Promise<SettledDays> {
  const scope = await readScope(ctx.db, [workspace]);
  const sources = await readProviderIntegrations(ctx.services.costs, scope);
  const ends = integrationEnds(scope.loads);
  const settled = new Map<string, string>();
  for (const [provider, integrations] of groupBy(sources, (each) => each.provider)) {
    const own = integrations.flatMap(({ integration }) => ends.get(integration) ?? []);
    const day = settledDay(own, formatDate(ctx.now));
    if (day !== null) settled.set(provider, day);
  }
  return settled;
}
