/**
 * Display names of all providers that costs can come from, by the key that the API and filters use.
 * A custom provider is displayed under the name of its integration instead.
 */
export const providerNames = {
  aws: 'AWS',
  azure: 'Azure',
  azure_csp: 'Azure CSP',
  gcp: 'Google Cloud',
  oracle: 'Oracle Cloud',
  linode: 'Linode',
  kubernetes: 'Kubernetes',
  kubernetes_agent: 'Kubernetes Agent',
  opencost: 'OpenCost',
  snowflake: 'Snowflake',
  databricks: 'Databricks',
  mongo: 'MongoDB Atlas',
  planetscale: 'PlanetScale',
  clickhouse: 'ClickHouse Cloud',
  redis_cloud: 'Redis Cloud',
  elastic: 'Elastic Cloud',
  confluent: 'Confluent',
  datadog: 'Datadog',
  new_relic: 'New Relic',
  grafana: 'Grafana Cloud',
  coralogix: 'Coralogix',
  fastly: 'Fastly',
  cloudflare: 'Cloudflare',
  vercel: 'Vercel',
  twilio: 'Twilio',
  temporal: 'Temporal',
  github: 'GitHub',
  circle_ci: 'CircleCI',
  depot: 'Depot',
  modal: 'Modal',
  anyscale: 'Anyscale',
  baseten: 'Baseten',
  fireworks_ai: 'Fireworks AI',
  open_ai: 'OpenAI',
  anthropic: 'Anthropic',
  cursor: 'Cursor',
  eleven_labs: 'ElevenLabs',
  cartesia: 'Cartesia',
  custom_provider: 'Custom Provider',
  xai: 'xAI',
  digital_ocean: 'DigitalOcean',
  together_ai: 'Together AI',
  coreweave: 'CoreWeave',
} as const;

export type ProviderKey = keyof typeof providerNames;

/**
 * The display name of a provider; a key that is not in the list is returned as it is. Of a custom provider
 * that only its integration could name, it is that of all of them.
 */
export function providerName(key: string): string {
  const [kind = key] = key.split(':');
  return Object.hasOwn(providerNames, kind) ? providerNames[kind as ProviderKey] : key;
}

/** The keys of all providers. */
export const providerKeys = Object.keys(providerNames) as readonly ProviderKey[];

/** Providers whose costs are those of Kubernetes clusters. */
export const clusterProviders = [
  'kubernetes',
  'kubernetes_agent',
  'opencost',
] as const satisfies readonly ProviderKey[];
