/** Every provider a cost can come from, in the spelling the API uses. */
export const providerKeys = [
  'aws',
  'azure',
  'azure_csp',
  'gcp',
  'oracle',
  'linode',
  'kubernetes',
  'kubernetes_agent',
  'opencost',
  'snowflake',
  'databricks',
  'mongo',
  'planetscale',
  'clickhouse',
  'redis_cloud',
  'elastic',
  'confluent',
  'datadog',
  'new_relic',
  'grafana',
  'coralogix',
  'fastly',
  'cloudflare',
  'vercel',
  'twilio',
  'temporal',
  'github',
  'circle_ci',
  'depot',
  'modal',
  'anyscale',
  'baseten',
  'fireworks_ai',
  'open_ai',
  'anthropic',
  'cursor',
  'eleven_labs',
  'cartesia',
  'custom_provider',
  'xai',
  'digital_ocean',
  'together_ai',
  'coreweave',
] as const;

const known = new Set<string>(providerKeys);
const aliases = new Map([
  ['newrelic', 'new_relic'],
  ['openai', 'open_ai'],
]);
const customProvider = /^custom_provider:(\w+)$/;

/** The key a filter means by a provider value, or null when there is no such provider. */
export function resolveProvider(value: string): string | null {
  const key = aliases.get(value) ?? value;
  return known.has(key) || customProvider.test(key) ? key : null;
}

/** The integration token inside `custom_provider:<token>`, or null for any other key. */
export function customProviderToken(key: string): string | null {
  return customProvider.exec(key)?.[1] ?? null;
}

/** The stored providers a plain key selects: `kubernetes` covers every source of cluster costs. */
export function storedProviders(key: string): readonly string[] {
  return key === 'kubernetes' ? ['kubernetes', 'kubernetes_agent', 'opencost'] : [key];
}
