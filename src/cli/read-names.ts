import type { Ask } from './ask.js';
import type { Names } from './cost-rows.js';

/** The names of providers and accounts of a workspace, if costs are grouped by them. */
export async function readNames(
  ask: Ask,
  workspace: string | null,
  groupings: readonly string[],
): Promise<Names> {
  const names = new Map<string, string>();
  // A report does not say which workspace its names are in.
  if (workspace === null) return () => undefined;
  const query = new URLSearchParams({ workspace_token: workspace });
  if (groupings.includes('provider')) {
    const { cost_providers: providers } = (await ask('/v2/cost_providers', query)) as {
      cost_providers: { key: string; name: string }[];
    };
    for (const { key, name } of providers) names.set(`provider ${key}`, name);
  }
  if (groupings.includes('account_id')) {
    const { cost_provider_accounts: accounts } = (await ask(
      '/v2/cost_provider_accounts',
      query,
    )) as { cost_provider_accounts: { account_id: string; title: string }[] };
    for (const { account_id: id, title } of accounts) {
      // Two accounts can have the same title, so the number stays.
      if (title && title !== id) names.set(`account_id ${id}`, `${title} (${id})`);
    }
  }
  return (grouping, value) => names.get(`${grouping} ${value}`);
}
