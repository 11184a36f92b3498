import type { ClickHouseClient } from '@clickhouse/client';
import { Decimal } from '../../src/platform/lib/decimal.js';
import { bindValues, type Sql, sql } from '../../src/platform/store/sql.js';
import {
  type AccessScope,
  type ChargeView,
  compileWhere,
  costLines,
  type Filter,
  type CostStoreSource,
  type TagSource,
} from '../../src/domain/costs/vql/index.js';
import { createTable, selectRows } from './temporary-cost-store.js';

export interface CostRow {
  id: number;
  provider: string;
  integration_token?: string;
  load_id?: number;
  provider_account_id?: string | null;
  account_id?: string | null;
  service_code?: string | null;
  service: string;
  cost_category?: string | null;
  cost_subcategory?: string | null;
  region?: string | null;
  resource_id?: string | null;
  charge_type: string;
  amortized_charge_type?: string | null;
  marketplace?: boolean;
  amount: string;
  tags?: Readonly<Record<string, string>>;
}

/** Defaults of a row. Rows of the integration `foreign` and of other loads must never match. */
const defaultScope = { integration_token: 'seen', load_id: 1 } as const;

const text = 'LowCardinality(Nullable(String))';
const columns = [
  ['id', 'UInt32'],
  ['provider', 'LowCardinality(String)'],
  ['integration_token', 'LowCardinality(String)'],
  ['load_id', 'UInt32'],
  ['provider_account_id', text],
  ['account_id', text],
  ['service_code', text],
  ['service', 'LowCardinality(String)'],
  ['cost_category', text],
  ['cost_subcategory', text],
  ['region', text],
  ['resource_id', 'Nullable(String)'],
  ['charge_type', 'LowCardinality(String)'],
  ['amortized_charge_type', text],
  ['marketplace', 'Bool'],
  ['amount', 'Decimal(38, 18)'],
  ['tags', 'Map(LowCardinality(String), String)'],
  ['tag_set_id', 'UInt64'],
] as const;

const tagColumns = [
  ['tag_key', 'String'],
  ['tag_value', 'String'],
  ['tag_set_id', 'UInt64'],
] as const;

/** The same rows as three sources: lines, tag sets in a separate table, and virtual tags. */
export class CostTables {
  readonly #knownTagValues = new Map<string, string[]>();
  readonly scope: AccessScope;

  private constructor(
    readonly client: ClickHouseClient,
    readonly table: string,
    rows: readonly CostRow[],
  ) {
    const tokens = rows.map((row) => row.integration_token ?? defaultScope.integration_token);
    const integrationTokens = tokens.filter((token) => token !== 'foreign');
    this.scope = { integrationTokens, loadIds: [defaultScope.load_id] };
    for (const [key, value] of rows.flatMap((row) => Object.entries(row.tags ?? {}))) {
      this.#knownTagValues.set(key, [...(this.#knownTagValues.get(key) ?? []), value]);
    }
  }

  static async create(
    client: ClickHouseClient,
    table: string,
    rows: readonly CostRow[],
  ): Promise<CostTables> {
    const stored = rows.map((row) => ({
      ...defaultScope,
      marketplace: false,
      tags: {},
      ...row,
      tag_set_id: row.id,
    }));
    await createTable(client, table, columns, stored);
    const pairs = stored.flatMap(({ tags, tag_set_id }) =>
      Object.entries(tags).map(([tag_key, tag_value]) => ({ tag_key, tag_value, tag_set_id })),
    );
    await createTable(client, `${table}_tags`, tagColumns, pairs);
    return new CostTables(client, table, rows);
  }

  sources(view: ChargeView | 'either' = 'billed') {
    const lines = costLines(view);
    const table = sql.ref(`${this.table}_tags`);
    const inSets = (condition: Sql) =>
      sql`tag_set_id IN (SELECT tag_set_id FROM ${table} WHERE ${condition})`;
    const tagSets: TagSource = {
      hasTag: (key, matches) => inSets(sql`tag_key = ${key} AND ${matches(sql`tag_value`)}`),
      hasAnyTag: (matches) => inSets(matches(sql`tag_key`, sql`tag_value`)),
      virtual: new Map(),
    };
    const virtual = Array.from(this.#knownTagValues.keys(), providerTag);
    return {
      lines,
      tagSets: { ...lines, tags: tagSets },
      virtualTags: { ...lines, tags: { ...lines.tags, virtual: new Map(virtual) } },
    };
  }

  /** The ids of matching rows and their weighted total. */
  async evaluate(filters: readonly (Filter | null)[], source: CostStoreSource) {
    const context = { source, knownTagValues: this.#knownTagValues };
    const { where, weight } = compileWhere(filters, this.scope, context);
    const { query, params } = bindValues(sql`
      SELECT
        arraySort(groupArray(id)) AS ids,
        toString(sum(amount * ${weight ?? sql`toDecimal256(1, 36)`})) AS total
      FROM ${sql.ref(this.table)}
      WHERE ${where}
    `);
    const [row] = await selectRows<{ ids: number[]; total: string }>(this.client, query, params);
    return { ids: row?.ids, total: new Decimal(row?.total ?? 0).toFixed(2) };
  }
}

/** A virtual tag with the values of the provider tag, so that results must not change. */
function providerTag(key: string): readonly [string, Sql] {
  const name = sql.literal(key);
  return [key, sql`if(mapContains(tags, ${name}), tags[${name}], NULL)`];
}
