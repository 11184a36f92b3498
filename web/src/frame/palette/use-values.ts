import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { printFilter } from '../../features/costs/filter/print-filter.js';
import { useProviders } from '../../features/costs/use-costs.js';
import type { PaletteItem } from './item.js';

/** The explorer with the costs of one value. */
const exploreLink = (provider: string, field: string, value: string): string => {
  const filter = printFilter([{ field, operator: 'is', values: [value] }], [provider]);
  return `/explore?${new URLSearchParams({ filter })}`;
};

/** Providers, services and accounts of the bills; each opens its costs in the explorer. */
export function useValues(): PaletteItem[] {
  const workspace = useWorkspace()?.token;
  const input = { query: { workspace_token: workspace } };
  const options = { enabled: workspace !== undefined };
  const services = useGet('/v2/cost_services', input, options).data?.cost_services;
  const accounts = useGet('/v2/cost_provider_accounts', input, options).data
    ?.cost_provider_accounts;
  const providers = useProviders();
  return useMemo(() => {
    const nameOf = (key: string) => providers?.find((each) => each.key === key)?.name ?? key;
    return [
      ...(providers ?? []).map(({ key, name }) => ({
        id: `provider ${key}`,
        title: name,
        kind: 'Provider',
        icon: 'explore' as const,
        to: exploreLink(key, 'costs.provider', key),
      })),
      ...(services ?? []).map(({ name, provider }) => ({
        id: `service ${provider} ${name}`,
        title: name,
        kind: `Service of ${nameOf(provider)}`,
        icon: 'explore' as const,
        to: exploreLink(provider, 'costs.service', name),
      })),
      ...(accounts ?? []).map(({ account_id, title, provider }) => ({
        id: `account ${provider} ${account_id}`,
        title: title || account_id,
        keywords: account_id,
        kind: `Account of ${nameOf(provider)}`,
        icon: 'explore' as const,
        to: exploreLink(provider, 'costs.account_id', account_id),
      })),
    ];
  }, [providers, services, accounts]);
}
