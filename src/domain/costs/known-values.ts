import { selectCachedRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { AccessScope } from '../vql/index.js';
import { dimensions } from './dimensions.js';

// Lists of the values that occur in costs, from tables with one row per value and load.

const provider = dimensions.provider.sql();
const inScope =
  'integration_token IN {integrations:Array(String)} AND load_id IN {loads:Array(UInt32)}';
const ofProviders =
  '(empty({providers:Array(String)}) OR provider IN {providers:Array(String)}' +
  ` OR ${provider} IN {providers:Array(String)})`;

type Params = Record<string, unknown>;

/** Runs a statement over the loads in scope; without loads there is nothing to read. */
async function read<Row>(
  store: CostStore,
  scope: AccessScope,
  query: string,
  params: Params = {},
): Promise<Row[]> {
  if (scope.loadIds.length === 0) return [];
  return selectCachedRows<Row>(store, query, {
    integrations: scope.integrationTokens,
    loads: scope.loadIds,
    ...params,
  });
}

export interface KnownService {
  provider: string;
  name: string;
}

/** Services, sorted by provider and name. */
export function readServices(store: CostStore, scope: AccessScope): Promise<KnownService[]> {
  return read(
    store,
    scope,
    `SELECT DISTINCT ${provider} AS provider, service AS name FROM services
     WHERE ${inScope} ORDER BY provider, name`,
  );
}

/** Keys of the providers that have costs. */
export async function readProviders(store: CostStore, scope: AccessScope): Promise<string[]> {
  const rows = await read<{ provider: string }>(
    store,
    scope,
    `SELECT DISTINCT ${provider} AS provider FROM services WHERE ${inScope}`,
  );
  return rows.map((row) => row.provider);
}

/** The integrations that the costs of each provider come from. */
export function readProviderIntegrations(
  store: CostStore,
  scope: AccessScope,
): Promise<{ provider: string; integration: string }[]> {
  return read(
    store,
    scope,
    // Another alias: ClickHouse resolves a column in WHERE to an alias of the same name.
    `SELECT DISTINCT ${provider} AS provider, integration_token AS integration FROM services
     WHERE ${inScope} ORDER BY provider, integration`,
  );
}

export interface KnownAccount {
  provider: string;
  account_id: string;
  title: string;
}

export interface AccountSearch {
  provider?: string;
  accountId?: string;
  accountName?: string;
}

/** Accounts, sorted by provider and title: the latest name of the account, or its id. */
export function readAccounts(
  store: CostStore,
  scope: AccessScope,
  search: AccountSearch,
): Promise<KnownAccount[]> {
  const conditions = [
    inScope,
    'account_id IS NOT NULL',
    ofProviders,
    ...(search.accountId === undefined ? [] : ['account_id = {account_id:String}']),
  ];
  return read(
    store,
    scope,
    // The inner query uses other aliases: ClickHouse resolves a column in WHERE to an alias of the same name.
    `SELECT key AS provider, id AS account_id, title FROM (
       SELECT ${provider} AS key, assumeNotNull(account_id) AS id,
         ifNull(argMax(account_name, last_date), id) AS title
       FROM accounts WHERE ${conditions.join(' AND ')} GROUP BY key, id
       ${search.accountName === undefined ? '' : 'HAVING title = {account_name:String}'}
     ) ORDER BY provider, title, account_id`,
    {
      providers: search.provider === undefined ? [] : [search.provider],
      account_id: search.accountId ?? '',
      account_name: search.accountName ?? '',
    },
  );
}

export interface TagSearch {
  providers: readonly string[];
  /** Part of the key or value, case-insensitive. */
  text?: string;
  descending: boolean;
  limit: number;
  offset: number;
}

export interface KnownTag {
  tag_key: string;
  providers: string[];
}

/** Tag keys and the providers whose costs carry them. */
export function readTags(
  store: CostStore,
  scope: AccessScope,
  search: TagSearch,
  virtual: readonly KnownVirtualTag[] = [],
): Promise<KnownTag[]> {
  return readTagColumn(store, scope, 'tag_key', search, '', {}, virtual);
}

export interface KnownTagValue {
  tag_value: string;
  providers: string[];
}

/** Values of one tag and the providers whose costs carry them. */
export function readTagValues(
  store: CostStore,
  scope: AccessScope,
  key: string,
  search: TagSearch,
  virtual: readonly KnownVirtualTag[] = [],
): Promise<KnownTagValue[]> {
  const hasKey = 'AND tag_key = {key:String}';
  return readTagColumn(store, scope, 'tag_value', search, hasKey, { key }, virtual);
}

/** A value that a virtual tag gives to costs of a provider. Both are empty in the entry of the tag itself. */
export interface KnownVirtualTag {
  tag_key: string;
  tag_value: string;
  /** As in groupings by provider. */
  provider: string;
}

/** The tags of costs. A virtual tag replaces the provider tags of the same key. */
const tagRows = `(
  SELECT ${provider} AS provider_key, tag_key, tag_value FROM tag_values
  WHERE ${inScope} AND tag_key NOT IN {virtual_keys:Array(String)}
  UNION ALL
  SELECT tag.1, tag.2, tag.3
  FROM (SELECT arrayJoin(arrayZip({virtual_providers:Array(String)}, {virtual_keys:Array(String)}, {virtual_values:Array(String)})) AS tag)
)`;

function readTagColumn<Row>(
  store: CostStore,
  scope: AccessScope,
  column: 'tag_key' | 'tag_value',
  { providers, text, descending, limit, offset }: TagSearch,
  condition: string,
  params: Params,
  virtual: readonly KnownVirtualTag[],
): Promise<Row[]> {
  const direction = descending ? 'DESC' : 'ASC';
  return read(
    store,
    scope,
    `SELECT ${column}, arraySort(groupUniqArrayIf(provider_key, provider_key != '')) AS providers
     FROM ${tagRows}
     WHERE (empty({providers:Array(String)}) OR provider_key IN {providers:Array(String)}
         OR splitByChar(':', provider_key)[1] IN {providers:Array(String)}) ${condition}
       ${column === 'tag_value' ? "AND provider_key != ''" : ''}
       ${text === undefined ? '' : `AND positionCaseInsensitiveUTF8(${column}, {text:String}) > 0`}
     GROUP BY ${column} ORDER BY lowerUTF8(${column}) ${direction}, ${column} ${direction}
     LIMIT ${limit} OFFSET ${offset}`,
    {
      providers,
      text: text ?? '',
      virtual_keys: virtual.map((tag) => tag.tag_key),
      virtual_values: virtual.map((tag) => tag.tag_value),
      virtual_providers: virtual.map((tag) => tag.provider),
      ...params,
    },
  );
}

/** The tags with these keys that occur in costs, with their providers. */
export async function readTagsByKey(
  store: CostStore,
  scope: AccessScope,
  keys: readonly string[],
): Promise<KnownTag[]> {
  return read(
    store,
    scope,
    `SELECT tag_key, arraySort(groupUniqArray(${provider})) AS providers
     FROM tag_values WHERE ${inScope} AND tag_key IN {keys:Array(String)} GROUP BY tag_key`,
    { keys },
  );
}

/** Reads every value of these tags, by key. */
export async function readAllTagValues(
  store: CostStore,
  scope: AccessScope,
  keys: readonly string[] | 'all',
): Promise<Map<string, string[]>> {
  const rows = await read<{ tag_key: string; values: string[] }>(
    store,
    scope,
    `SELECT tag_key, groupUniqArray(tag_value) AS values FROM tag_values
     WHERE ${inScope} ${keys === 'all' ? '' : 'AND tag_key IN {keys:Array(String)}'} GROUP BY tag_key`,
    keys === 'all' ? {} : { keys },
  );
  return new Map(rows.map((row) => [row.tag_key, row.values]));
}
