import { providerName } from '../../../../src/domain/providers/providers.js';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole, useOwnUser } from '../../api/who.js';

/** An integration as everybody sees it, and what only those who write integrations know of it. */
export interface Integration {
  token: string;
  provider: string;
  account_identifier: string | null;
  status: keyof typeof statusWords;
  last_updated: string | null;
  workspace_tokens: string[];
  created_at: string;
  name?: string;
  last_error?: string | null;
  location?: WatchedLocation | null;
  checked_at?: string | null;
}

interface WatchedLocation {
  url: string;
  endpoint?: string;
  region?: string;
  role_arn?: string;
  external_id?: string;
}

export const integrationPaths = ['/v2/integrations', '/console/integrations'];

const statusWords = {
  connected: 'Connected',
  error: 'Failing',
  pending: 'Not checked yet',
  importing: 'Importing',
  imported: 'Up to date',
  disconnected: 'Disconnected',
};

export const statusOf = ({ status }: Integration): string => statusWords[status];

export const nameOf = ({ name, account_identifier, provider }: Integration): string =>
  name ?? account_identifier ?? providerName(provider);

/** Where the person's role lets the console read integrations from; undefined until the role is known. */
export function useIntegrationsPath(): string | undefined {
  const isKnown = useOwnUser() !== undefined;
  const seesAll = useHasRole('Integration Owner');
  if (!isKnown) return undefined;
  return seesAll ? '/console/integrations' : '/v2/integrations';
}

type Integrations = ListAnswer & { integrations: Integration[] };

function useIntegrations() {
  const path = useIntegrationsPath();
  return useGet<Integrations>(path ?? '', { limit: 1000 }, { enabled: path !== undefined });
}

/** Names providers in words; a custom one by the name of its integration. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const known = useIntegrations().data?.integrations ?? [];
  const nameOfOne = (provider: string) => {
    const own = known.find(({ token }) => provider === `custom_provider:${token}`);
    return own ? nameOf(own) : providerName(provider);
  };
  return (providers) => providers.map(nameOfOne).join(', ');
}

/** One integration, out of the list: only the list tells names and errors. */
export function useIntegration(token: string | undefined) {
  const list = useIntegrations();
  return {
    integration: list.data?.integrations.find((each) => each.token === token),
    isLoaded: list.isSuccess,
    error: list.error,
  };
}
