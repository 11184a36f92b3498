import { useMemo } from 'react';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import { useProviders } from './use-costs.js';

/** What people call a value of a grouping. */
export type Names = (grouping: string, value: string) => string;

interface ProviderAccount {
  account_id: string;
  title: string | null;
}

/** Names of providers and, where they are needed, accounts; other values are their own names. */
export function useNames({ hasAccounts = true } = {}): Names {
  const workspace = useWorkspace();
  const providers = useProviders();
  const { data } = useGet<ListAnswer>(
    '/v2/cost_provider_accounts',
    { workspace_token: workspace?.token },
    { enabled: hasAccounts && workspace !== undefined },
  );
  return useMemo(() => {
    const accounts = (data?.['cost_provider_accounts'] ?? []) as ProviderAccount[];
    const byGrouping: Record<string, Map<string, string>> = {
      provider: new Map(providers?.map(({ key, name }) => [key, name])),
      account_id: titlesOf(accounts),
    };
    return (grouping, value) => byGrouping[grouping]?.get(value) ?? value;
  }, [data, providers]);
}

/** Two accounts of one title are told apart by their ids. */
function titlesOf(accounts: readonly ProviderAccount[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of accounts) counts.set(title ?? '', (counts.get(title ?? '') ?? 0) + 1);
  return new Map(
    accounts
      .filter(({ title }) => title)
      .map(({ account_id: id, title }) => [
        id,
        counts.get(title!) === 1 ? title! : `${title!} (${id})`,
      ]),
  );
}
