import { type Sql, sql } from '../../../platform/store/sql.js';
import type { ProviderKey } from '../../costs/providers/index.js';
import { byFirstWord, isMissing } from './sql/expressions.js';

/** Words in the published names of providers and the provider keys; the first match wins. */
const providerWords: readonly (readonly [word: string, provider: ProviderKey])[] = [
  ['AWS', 'aws'],
  ['Amazon Web Services', 'aws'],
  ['Microsoft', 'azure'],
  ['Azure', 'azure'],
  ['Google', 'gcp'],
  ['Oracle', 'oracle'],
  ['Snowflake', 'snowflake'],
  ['Databricks', 'databricks'],
  ['Datadog', 'datadog'],
  ['Fastly', 'fastly'],
  ['Confluent', 'confluent'],
  ['PlanetScale', 'planetscale'],
  ['Coralogix', 'coralogix'],
  ['GitHub', 'github'],
  ['Linode', 'linode'],
  ['Akamai', 'linode'],
  ['Grafana', 'grafana'],
  ['ClickHouse', 'clickhouse'],
  ['Temporal', 'temporal'],
  ['Twilio', 'twilio'],
  ['Anthropic', 'anthropic'],
  ['Anyscale', 'anyscale'],
  ['Cursor', 'cursor'],
  ['Elastic', 'elastic'],
  ['Vercel', 'vercel'],
  ['CircleCI', 'circle_ci'],
  ['Modal', 'modal'],
  ['ElevenLabs', 'eleven_labs'],
  ['Baseten', 'baseten'],
  ['Cloudflare', 'cloudflare'],
  ['Fireworks', 'fireworks_ai'],
  ['Cartesia', 'cartesia'],
  ['Depot', 'depot'],
  ['xAI', 'xai'],
  ['DigitalOcean', 'digital_ocean'],
  ['Together AI', 'together_ai'],
  ['CoreWeave', 'coreweave'],
  ['MongoDB', 'mongo'],
  ['New Relic', 'new_relic'],
  ['OpenAI', 'open_ai'],
  ['Redis', 'redis_cloud'],
];

/** Provider key of a published provider name, or the fallback for unknown names. */
export function providerOfName(name: Sql, fallback: string): Sql {
  return byFirstWord(name, providerWords, fallback);
}

const families = ['amazon|aws', 'microsoft|azure', 'google', 'oracle'];

/** Whether the publisher is not the seller: neither the same name nor the same company family. */
export function isThirdParty(publisher: Sql, provider: Sql, issuer: Sql): Sql {
  if (isMissing(publisher)) return sql`false`;
  const related = families.map((family) => {
    const pattern = sql.literal(`(?i)${family}`);
    const isOfFamily = (name: Sql) => sql`match(ifNull(${name}, ''), ${pattern})`;
    return sql`(${isOfFamily(publisher)} AND (${isOfFamily(provider)} OR ${isOfFamily(issuer)}))`;
  });
  return sql`ifNull(${publisher} IS NOT NULL
    AND ${publisher} != ifNull(${provider}, '')
    AND ${publisher} != ifNull(${issuer}, '')
    AND NOT (${sql.join(related, ' OR ')}), false)`;
}
