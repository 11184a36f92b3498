import { useMemo } from 'react';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { useProviders } from './use-costs.js';

/** The display name of a value of a grouping. */
export type Names = (grouping: string, value: string) => string;

/** Values that are names themselves, such as those of services and tags. */
export const plainNames: Names = (_grouping, value) => value;

/** Display names of providers and, unless left out, accounts; other values are returned as they are. */
export function useNames({ hasAccounts = true } = {}): Names {
  const workspace = useWorkspace();
  const providers = useProviders();
  const { data } = useGet(
    '/v2/cost_provider_accounts',
    { query: { workspace_token: workspace?.token } },
    { enabled: hasAccounts && workspace !== undefined },
  );
  return useMemo(() => {
    const byGrouping: Record<string, Map<string, string>> = {
      provider: new Map(providers?.map(({ key, name }) => [key, name])),
      account_id: uniqueTitles(data?.cost_provider_accounts ?? []),
    };
    return (grouping, value) =>
      byGrouping[grouping]?.get(value) ?? (grouping === 'provider' ? providerName(value) : value);
  }, [data, providers]);
}

/** Titles by account id, but those of providers that only know the id; where two accounts share a title, the id is added to it. */
function uniqueTitles(accounts: readonly Schemas['CostProviderAccount'][]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of accounts) counts.set(title, (counts.get(title) ?? 0) + 1);
  return new Map(
    accounts
      .filter(({ account_id: id, title }) => title && title !== id)
      .map(({ account_id: id, title }) => [
        id,
        counts.get(title) === 1 ? title : `${title} (${id})`,
      ]),
  );
}
