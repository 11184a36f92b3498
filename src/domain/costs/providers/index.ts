export { providersOfAllCosts } from './all-costs.js';
export {
  clusterProviders,
  type ProviderKey,
  providerKeys,
  providerName,
  providerNames,
} from './providers.js';
export { queryProvider } from './query-provider.js';
export { customProviderToken, resolveProvider, storedProviders } from './resolve-provider.js';
