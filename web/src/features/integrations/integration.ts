import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Answer, Schemas } from '../../api/types.js';

type ConsoleIntegration = Answer<'/console/integrations'>['integrations'][number];

/** An integration; its name, location and errors are visible to integration owners only. */
export type Integration = Schemas['Integration'] & Partial<ConsoleIntegration>;

export const integrationPaths = ['/v2/integrations', '/console/integrations'] as const;

const statusLabels: Record<Integration['status'], string> = {
  connected: 'Connected',
  error: 'Error',
  pending: 'Pending',
  importing: 'Importing',
  imported: 'Up to date',
  disconnected: 'Disconnected',
};

export const statusLabel = ({ status }: Integration): string => statusLabels[status];

export const integrationName = ({ name, account_identifier, provider }: Integration): string =>
  name ?? account_identifier ?? providerName(provider);

/** The list of integrations with the most details that the user's role may read; undefined until the role is loaded. */
export function useIntegrationsPath(): (typeof integrationPaths)[number] | undefined {
  const isLoaded = useCurrentUser() !== undefined;
  const seesDetails = useHasRole('Integration Owner');
  if (!isLoaded) return undefined;
  return seesDetails ? '/console/integrations' : '/v2/integrations';
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

/** Formats a list of providers; custom providers have the name of their integration. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const { integrations = [] } = useIntegrations();
  const nameOf = (provider: string) => {
    const custom = integrations.find(({ token }) => provider === `custom_provider:${token}`);
    return custom ? integrationName(custom) : providerName(provider);
  };
  return (providers) => providers.map(nameOf).join(', ');
}

/** One integration, read from the list, because only the list contains names and errors. */
export function useIntegration(token: string | undefined) {
  const { integrations, isSuccess, error } = useIntegrations();
  return {
    integration: integrations?.find((each) => each.token === token),
    isLoaded: isSuccess,
    error,
  };
}
