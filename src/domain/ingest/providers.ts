import { literal } from '../../platform/store/clickhouse/sql-text.js';
import type { ProviderKey } from '../providers/providers.js';
import { holds, type Sql } from './sql/sql.js';

/** Words in a provider's published name, and the key it is known by here; the first hit counts. */
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

/** Provider key of a published provider name, or the integration's own provider. */
export function providerOfName(name: Sql, otherwise: string): Sql {
  const cases = providerWords.map(([word, provider]) => `${holds(name, word)}, '${provider}'`);
  return `multiIf(${cases.join(', ')}, ${literal(otherwise)})`;
}

const families = ['amazon|aws', 'microsoft|azure', 'google', 'oracle'];

/** Whether a publisher is someone else than the seller: neither named alike nor of the same family. */
export function isThirdParty(publisher: Sql, provider: Sql, issuer: Sql): Sql {
  const seller = `concat(ifNull(${provider}, ''), ' ', ifNull(${issuer}, ''))`;
  const related = families.map(
    (family) => `(match(${seller}, '(?i)${family}') AND match(${publisher}, '(?i)${family}'))`,
  );
  return (
    `ifNull(${publisher} IS NOT NULL AND ${publisher} != ifNull(${provider}, '')` +
    ` AND ${publisher} != ifNull(${issuer}, '') AND NOT (${related.join(' OR ')}), false)`
  );
}
