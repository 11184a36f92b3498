import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { AccessScope } from '../vql/index.js';
import { dimensions } from './dimensions.js';

// Lists of the values that occur in costs, from tables with one row per value and load.

const provider = dimensions.provider.sql();

const inScope = ({ integrationTokens, loadIds }: AccessScope) =>
  sql`integration_token IN ${sql.bind('Array(String)', integrationTokens)}
    AND load_id IN ${sql.bind('Array(UInt32)', loadIds)}`;

function ofProviders(keys: readonly string[]): Sql {
  const list = sql.bind('Array(String)', keys);
  return sql`(empty(${list}) OR provider IN ${list} OR ${provider} IN ${list})`;
}

/** Runs a statement over the loads in scope; without loads there is nothing to read. */
async function read<Row>(store: CostStore, scope: AccessScope, statement: Sql): Promise<Row[]> {
  return scope.loadIds.length === 0 ? [] : selectCachedRows<Row>(store, statement);
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
    sql`
      SELECT DISTINCT ${provider} AS provider, service AS name FROM services
      WHERE ${inScope(scope)} ORDER BY provider, name
    `,
  );
}

/** Keys of the providers that have costs. */
export async function readProviders(store: CostStore, scope: AccessScope): Promise<string[]> {
  const rows = await read<{ provider: string }>(
    store,
    scope,
    sql`SELECT DISTINCT ${provider} AS provider FROM services WHERE ${inScope(scope)}`,
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
    sql`
      SELECT DISTINCT ${provider} AS provider, integration_token AS integration FROM services
      WHERE ${inScope(scope)} ORDER BY provider, integration
    `,
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
  { provider: key, accountId, accountName }: AccountSearch,
): Promise<KnownAccount[]> {
  const conditions = [
    inScope(scope),
    sql`account_id IS NOT NULL`,
    ofProviders(key === undefined ? [] : [key]),
    ...(accountId === undefined ? [] : [sql`account_id = ${sql.bind('String', accountId)}`]),
  ];
  const hasName =
    accountName === undefined ? sql`` : sql`HAVING title = ${sql.bind('String', accountName)}`;
  return read(
    store,
    scope,
    // The inner query uses other aliases: ClickHouse resolves a column in WHERE to an alias of the same name.
    sql`
      SELECT key AS provider, id AS account_id, title FROM (
        SELECT ${provider} AS key, assumeNotNull(account_id) AS id,
          ifNull(argMax(account_name, last_date), id) AS title
        FROM accounts WHERE ${sql.join(conditions, ' AND ')} GROUP BY key, id
        ${hasName}
      ) ORDER BY provider, title, account_id
    `,
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
  return readTagColumn(store, scope, 'tag_key', search, [], virtual);
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
  const conditions = [sql`tag_key = ${sql.bind('String', key)}`, sql`provider_key != ''`];
  return readTagColumn(store, scope, 'tag_value', search, conditions, virtual);
}

/** A value that a virtual tag gives to costs of a provider. Both are empty in the entry of the tag itself. */
export interface KnownVirtualTag {
  tag_key: string;
  tag_value: string;
  /** As in groupings by provider. */
  provider: string;
}

/** The tags of costs. A virtual tag replaces the provider tags of the same key. */
function tagRows(scope: AccessScope, virtual: readonly KnownVirtualTag[]): Sql {
  const virtualColumn = (column: keyof KnownVirtualTag) =>
    sql.bind(
      'Array(String)',
      virtual.map((tag) => tag[column]),
    );
  const columns = (['provider', 'tag_key', 'tag_value'] as const).map(virtualColumn);
  return sql`(
    SELECT ${provider} AS provider_key, tag_key, tag_value FROM tag_values
    WHERE ${inScope(scope)} AND tag_key NOT IN ${virtualColumn('tag_key')}
    UNION ALL
    SELECT tag.1, tag.2, tag.3
    FROM (SELECT arrayJoin(arrayZip(${sql.join(columns)})) AS tag)
  )`;
}

function readTagColumn<Row>(
  store: CostStore,
  scope: AccessScope,
  columnName: 'tag_key' | 'tag_value',
  { providers, text, descending, limit, offset }: TagSearch,
  more: readonly Sql[],
  virtual: readonly KnownVirtualTag[],
): Promise<Row[]> {
  const column = sql.ref(columnName);
  const direction = descending ? sql`DESC` : sql`ASC`;
  const list = sql.bind('Array(String)', providers);
  const conditions = [
    sql`(
      empty(${list}) OR provider_key IN ${list} OR splitByChar(':', provider_key)[1] IN ${list}
    )`,
    ...more,
    ...(text === undefined
      ? []
      : [sql`positionCaseInsensitiveUTF8(${column}, ${sql.bind('String', text)}) > 0`]),
  ];
  return read(
    store,
    scope,
    sql`
      SELECT ${column}, arraySort(groupUniqArrayIf(provider_key, provider_key != '')) AS providers
      FROM ${tagRows(scope, virtual)}
      WHERE ${sql.join(conditions, ' AND ')}
      GROUP BY ${column} ORDER BY lowerUTF8(${column}) ${direction}, ${column} ${direction}
      LIMIT ${limit} OFFSET ${offset}
    `,
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
    sql`
      SELECT tag_key, arraySort(groupUniqArray(${provider})) AS providers
      FROM tag_values
      WHERE ${inScope(scope)} AND tag_key IN ${sql.bind('Array(String)', keys)}
      GROUP BY tag_key
    `,
  );
}

/** Reads every value of these tags, by key. */
export async function readAllTagValues(
  store: CostStore,
  scope: AccessScope,
  keys: readonly string[] | 'all',
): Promise<Map<string, string[]>> {
  const hasKey = keys === 'all' ? sql`` : sql`AND tag_key IN ${sql.bind('Array(String)', keys)}`;
  const rows = await read<{ tag_key: string; values: string[] }>(
    store,
    scope,
    sql`
      SELECT tag_key, groupUniqArray(tag_value) AS values FROM tag_values
      WHERE ${inScope(scope)} ${hasKey}
      GROUP BY tag_key
    `,
  );
  return new Map(rows.map((row) => [row.tag_key, row.values]));
}
