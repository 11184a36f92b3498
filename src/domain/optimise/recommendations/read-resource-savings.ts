import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { countedFindings } from './counted-findings.js';
import { isOpen } from './read-savings.js';
import { formatSavings, readSavingsCurrency } from './savings-currency.js';

/** What active recommendations of a workspace say about a resource. */
export interface ResourceSavings {
  recommendations: number;
  /** Per month, in the currency of the workspace: of those that can be carried out together and save most. */
  savings: string;
  /** That saving was computed from prices that ship with the release. */
  usesExamplePrices: boolean;
}

/** Counts the active recommendations about each of some resources, and reads what the best one saves. */
export async function readResourceSavings(
  ctx: Context,
  workspace: string,
  resources: readonly string[],
): Promise<(resource: string) => ResourceSavings> {
  const currency = await readSavingsCurrency(ctx, workspace);
  const isAsked = sql<SqlBool>`(${isOpen(ctx.now)} and f.resource_token = any(${[...resources]}))`;
  const { rows } = await sql<{ token: string; count: number; savings: string; examples: boolean }>`
    select f.resource_token as token, count(*)::int as count, coalesce(max(best.savings), 0)::text as savings,
      coalesce(bool_or(best.examples), false) as examples
    from recommendation_resources f join recommendations r on r.token = f.recommendation_token
    left join (select resource_token, sum(counted_savings) as savings, bool_or(uses_example_prices) as examples
      from (${countedFindings(workspace, isAsked)}) counted group by 1) best on best.resource_token = f.resource_token
    where r.workspace_token = ${workspace} and r.resolved_at is null and ${isAsked}
    group by 1`.execute(ctx.db);
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return (token) => {
    const found = byToken.get(token);
    return {
      recommendations: found?.count ?? 0,
      savings: formatSavings(found?.savings ?? '0', currency),
      usesExamplePrices: found?.examples ?? false,
    };
  };
}
