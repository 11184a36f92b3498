import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { readScope, readProviderIntegrations } from '../../costs/query/index.js';

/** An integration without new costs for this long has ended, and no longer holds back the others. */
const maxBillDelayDays = 35;

/** The last day whose costs are complete, by provider. */
export type SettledDays = ReadonlyMap<string, string>;

/** Reads the settled days of a workspace: one provider's late bill does not hold back another's. */
export async function readSettledDays(ctx: Context, workspace: string): Promise<SettledDays> {
  const scope = await readScope(ctx.db, [workspace]);
  const sources = await readProviderIntegrations(ctx.services.costs, scope);
  const ends = await readIntegrationEnds(ctx, scope.integrationTokens);
  const byProvider = groupBy(sources, ({ provider }) => provider);
  return new Map(
    [...byProvider].map(([provider, integrations]) => [
      provider,
      settledDay(
        integrations.flatMap(({ integration }) => ends.get(integration) ?? []),
        formatDate(ctx.now),
      ),
    ]),
  );
}

/**
 * The last day that is complete in all integrations that still deliver, and before today. Of two that end
 * on 7 and 9 March it is 7 March; one that ended in January does not count.
 */
export function settledDay(ends: readonly string[], today: string): string {
  const delivering = ends.filter((end) => end >= addDays(today, -maxBillDelayDays));
  const sorted = (delivering.length > 0 ? delivering : ends).toSorted();
  const end = (delivering.length > 0 ? sorted[0] : sorted.at(-1)) ?? today;
  const yesterday = addDays(today, -1);
  return end < yesterday ? end : yesterday;
}

/** The last complete day of each integration: an import that began after it has finished. */
async function readIntegrationEnds(
  { db }: Context,
  integrations: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ integration: string; last_day: string }>`
    select l.integration_token as integration, least(max(l.last_date),
      max(case when i.provider = 'custom_provider' then l.last_date
        else (l.started_at at time zone 'UTC')::date - 1 end)) as last_day
    from loads l join integrations i on i.token = l.integration_token
    where l.status = 'active' and l.managed_account_token is null and l.integration_token = any(${[...integrations]})
      and l.last_date is not null
    group by l.integration_token`.execute(db);
  return new Map(rows.map(({ integration, last_day }) => [integration, last_day]));
}
