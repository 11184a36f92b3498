import { clusterProviders, providerKeys } from './providers.js';

const knownKeys = new Set<string>(providerKeys);
const aliases = new Map([
  ['newrelic', 'new_relic'],
  ['openai', 'open_ai'],
]);
const customProvider = /^custom_provider:(\w+)$/;

/** The provider key that a value stands for, with aliases replaced; null when there is no such provider. */
export function resolveProvider(value: string): string | null {
  const key = aliases.get(value) ?? value;
  return knownKeys.has(key) || customProvider.test(key) ? key : null;
}

/** The integration token in `custom_provider:<token>`; null for any other key. */
export function customProviderToken(key: string): string | null {
  return customProvider.exec(key)?.[1] ?? null;
}

/** The providers of rows that a key selects: `kubernetes` selects all cluster costs. */
export function storedProviders(key: string): readonly string[] {
  return key === 'kubernetes' ? clusterProviders : [key];
}
