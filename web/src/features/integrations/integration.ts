import { providerName } from '../../../../src/domain/providers/providers.js';
import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Answer, Schemas } from '../../api/types.js';

type ConsoleIntegration = Answer<'/console/integrations'>['integrations'][number];

/** An integration as everybody sees it, with the details that integration owners see. */
export type Integration = Schemas['Integration'] & Partial<ConsoleIntegration>;

export const integrationPaths = ['/v2/integrations', '/console/integrations'] as const;

const statusLabels: Record<Integration['status'], string> = {
  connected: 'Connected',
  error: 'Failing',
  pending: 'Not checked yet',
  importing: 'Importing',
  imported: 'Up to date',
  disconnected: 'Disconnected',
};

export const statusLabel = ({ status }: Integration): string => statusLabels[status];

export const integrationName = ({ name, account_identifier, provider }: Integration): string =>
  name ?? account_identifier ?? providerName(provider);

/** The list of integrations that the user's role may read; undefined until the role is loaded. */
export function useIntegrationsPath(): (typeof integrationPaths)[number] | undefined {
  const isLoaded = useCurrentUser() !== undefined;
  const seesAll = useHasRole('Integration Owner');
  if (!isLoaded) return undefined;
  return seesAll ? '/console/integrations' : '/v2/integrations';
}

/** The integrations that the user may see; undefined until they are loaded. */
export function useIntegrations() {
  const path = useIntegrationsPath();
  const { data, isSuccess, error } = useGet(
    path ?? '/v2/integrations',
    { query: { limit: 1000 } },
    { enabled: path !== undefined },
  );
  const integrations: Integration[] | undefined = data?.integrations;
  return { integrations, isSuccess, error };
}

/** Names of providers; a custom one has the name of its integration. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const { integrations = [] } = useIntegrations();
  const nameOf = (provider: string) => {
    const own = integrations.find(({ token }) => provider === `custom_provider:${token}`);
    return own ? integrationName(own) : providerName(provider);
  };
  return (providers) => providers.map(nameOf).join(', ');
}

/** One integration, found in the list: only the list has names and errors. */
export function useIntegration(token: string | undefined) {
  const { integrations, isSuccess, error } = useIntegrations();
  return {
    integration: integrations?.find((each) => each.token === token),
    isLoaded: isSuccess,
    error,
  };
}
