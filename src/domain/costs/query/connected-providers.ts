import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Db } from '../../../platform/store/tables.js';
import { readScope } from './cost-scope.js';
import { readProviders } from './known-values.js';

/** Reads the keys of all providers of workspaces: those with costs and those with an integration. */
export async function readConnectedProviders(
  ctx: Context,
  workspaces: readonly string[],
): Promise<string[]> {
  const [seen, assigned] = await readSeenAndAssigned(ctx, workspaces);
  return [...new Set([...seen, ...assigned.map(({ key }) => key)])];
}

/** Reads the providers with costs in workspaces, and those of the integrations that are assigned to them. */
export async function readSeenAndAssigned(ctx: Context, workspaces: readonly string[]) {
  const scope = await readScope(ctx.db, workspaces);
  const seen = await readProviders(ctx.services.costs, scope);
  return [seen, await readAssigned(ctx.db, workspaces)] as const;
}

/** Custom providers have the name of their integration. */
async function readAssigned(db: Db, workspaces: readonly string[]) {
  const { rows } = await sql<{ key: string; name: string | null }>`
    select distinct
      case when provider = 'custom_provider' then 'custom_provider:' || token else provider end as key,
      case when provider = 'custom_provider' then name end as name
    from integrations i join integration_workspaces w on w.integration_token = i.token
    where w.workspace_token = any(${[...workspaces]})`.execute(db);
  return rows;
}
