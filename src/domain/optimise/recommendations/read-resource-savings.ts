import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { isDismissed } from './read-savings.js';
import { formatSavings, readSavingsCurrency } from './savings-currency.js';

/** What active recommendations of a workspace say about a resource. */
export interface ResourceSavings {
  recommendations: number;
  /** Per month, in the currency of the workspace: the best action of each recommendation. */
  savings: string;
}

/** Counts the active recommendations about each of some resources, and adds up what they would save. */
export async function readResourceSavings(
  ctx: Context,
  workspace: string,
  resources: readonly string[],
): Promise<(resource: string) => ResourceSavings> {
  const currency = await readSavingsCurrency(ctx, workspace);
  const { rows } = await sql<{ token: string; count: number; savings: string }>`
    select f.resource_token as token, count(*)::int as count, sum(f.potential_savings)::text as savings
    from recommendation_resources f join recommendations r on r.token = f.recommendation_token
    where f.resource_token = any(${[...resources]}) and r.workspace_token = ${workspace}
      and r.resolved_at is null and not ${isDismissed(ctx.now)} and f.dismissed_at is null
    group by 1`.execute(ctx.db);
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return (token) => {
    const found = byToken.get(token);
    return {
      recommendations: found?.count ?? 0,
      savings: formatSavings(found?.savings ?? '0', currency),
    };
  };
}
