import { type CostStore, selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { clusterProviders } from '../providers/providers.js';
import type { CostWindow } from './cost-window.js';

/** The cost of one category, in the currency of the bill. */
export interface BilledCost {
  category: string;
  currency: string;
  /** Decimal text. */
  amount: string;
}

/** A resource as the bill describes it. */
export interface BilledResource {
  resource_id: string;
  provider: string;
  provider_account_id: string | null;
  account_id: string | null;
  /** Of its largest cost. */
  service: string;
  /** Of all its costs. */
  services: string[];
  service_code: string | null;
  region: string | null;
  resource_name: string | null;
  resource_type: string | null;
  instance_type: string | null;
  /** What else is known of it. */
  metadata?: Record<string, unknown>;
  tags: Record<string, string>;
  costs: BilledCost[];
  /** Days with a cost, of the window. */
  cost_days: number;
  last_cost_date: string;
}

/** Resources per page: a page is aggregated, read and stored at once. */
const pageSize = 10_000;

/**
 * Reads the resources of an integration in pages by the hash of their identifier, so that memory stays
 * the same however many there are.
 */
export async function* readBilledResources(
  store: CostStore,
  window: CostWindow,
): AsyncGenerator<BilledResource[]> {
  const params = { loads: window.loadIds, start: window.start, end: window.end };
  const [counted] = await selectRows<{ count: string }>(store.client, countStatement, params);
  const pages = Math.ceil(Number(counted?.count ?? 0) / pageSize);
  for (let page = 0; page < pages; page += 1) {
    yield await readPage(store, { ...params, pages, page });
  }
}

type PageRow = Omit<
  BilledResource,
  'costs' | 'metadata' | 'tags' | 'resource_type' | 'instance_type' | 'cost_days'
> & {
  cost_days: string;
  tag_set: string;
  categories: string[];
  currencies: string[];
  amounts: string[];
};

async function readPage(
  { client }: CostStore,
  params: Record<string, unknown>,
): Promise<BilledResource[]> {
  const rows = await selectRows<PageRow>(client, pageStatement, params);
  const kinds = await selectRows<{ id: string; type: string | null; instance: string | null }>(
    client,
    kindStatement,
    params,
  );
  const kindOf = new Map(kinds.map((kind) => [kind.id, kind]));
  const sets = [...new Set(rows.map(({ tag_set }) => tag_set))].filter((set) => set !== '0');
  const tags = await selectRows<{ id: string; tags: Record<string, string> }>(
    client,
    `SELECT toString(tag_set_id) AS id, any(tags) AS tags FROM tag_sets
     WHERE tag_set_id IN (SELECT toUInt64(arrayJoin({sets:Array(String)}))) GROUP BY tag_set_id`,
    { sets },
  );
  const tagsOf = new Map(tags.map((set) => [set.id, set.tags]));
  return rows.map(({ tag_set, categories, currencies, amounts, ...row }) => ({
    ...row,
    cost_days: Number(row.cost_days),
    resource_type: kindOf.get(row.resource_id)?.type ?? null,
    instance_type: kindOf.get(row.resource_id)?.instance ?? null,
    tags: tagsOf.get(tag_set) ?? {},
    costs: categories.map((category, index) => ({
      category,
      currency: currencies[index]!,
      amount: amounts[index]!,
    })),
  }));
}

// Kubernetes costs repeat those of the nodes that the cloud bills.
const billed = `load_id IN {loads:Array(UInt32)} AND resource_id IS NOT NULL AND resource_id != ''
    AND provider NOT IN (${clusterProviders.map((key) => `'${key}'`).join(', ')})`;
const inWindow = `${billed} AND month >= toStartOfMonth({start:Date}) AND month <= {end:Date}`;
const onPage = `cityHash64(assumeNotNull(resource_id)) % {pages:UInt32} = {page:UInt32}`;

const countStatement = `SELECT uniqExact(resource_id) AS count FROM resource_costs WHERE ${inWindow}`;

/** The days of a row of the rollup that are in the window. */
const first = `if(month = toStartOfMonth({start:Date}), toDayOfMonth({start:Date}), 1)`;
const last = `if(month = toStartOfMonth({end:Date}), toDayOfMonth({end:Date}), 31)`;
const sliceOf = (column: string) => `arraySlice(${column}, ${first}, ${last} - ${first} + 1)`;

const owner = [
  'provider',
  'provider_account_id',
  'account_id',
  'service',
  'service_code',
  'region',
];

/** A resource has the names of its largest cost; aliases differ from columns, which they would hide. */
const pageStatement = `
SELECT id AS resource_id,
  ${owner.map((name, index) => `tupleElement(main, ${index + 1}) AS ${name}`).join(', ')},
  resource_name, tag_set, length(all_days) AS cost_days, toString(arrayMax(all_days)) AS last_cost_date,
  services, categories, currencies, amounts
FROM (
  SELECT id, argMax(tuple(${owner.map((name) => `own_${name}`).join(', ')}), (cost, category)) AS main,
    max(name) AS resource_name, toString(argMax(tag_sets, (tag_sets != 0, last_day, cost, tag_sets))) AS tag_set,
    arraySort(groupUniqArray(own_service)) AS services, groupUniqArrayArray(days) AS all_days, groupArrayIf(category, cost != 0) AS categories,
    groupArrayIf(currency, cost != 0) AS currencies, groupArrayIf(toString(cost), cost != 0) AS amounts
  FROM (
    SELECT assumeNotNull(resource_id) AS id, ifNull(cost_category, service) AS category, currency,
      ${owner.map((name) => `${name} AS own_${name}`).join(', ')},
      sumIf(arraySum(${sliceOf('billed_by_day')}), charge_group NOT IN ('tax', 'credit', 'refund')) AS cost,
      groupUniqArrayArray(arrayFilter((day, billed, effective) -> billed != 0 OR effective != 0,
        arrayMap(number -> month + ${first} + number - 2, arrayEnumerate(${sliceOf('billed_by_day')})),
        ${sliceOf('billed_by_day')}, ${sliceOf('effective_by_day')})) AS days,
      arrayMax(days) AS last_day, max(resource_costs.resource_name) AS name,
      argMax(tag_set_id, (tag_set_id != 0, month, tag_set_id)) AS tag_sets
    FROM resource_costs WHERE ${inWindow} AND ${onPage}
    GROUP BY id, category, currency, ${owner.map((name) => `own_${name}`).join(', ')}
    HAVING notEmpty(days)
  )
  GROUP BY id
)
ORDER BY resource_id`;

/** The costs of some resources by category. */
export const costsByCategoryStatement = `
SELECT assumeNotNull(resource_id) AS id, ifNull(cost_category, service) AS category, currency,
  toString(sumIf(arraySum(${sliceOf('billed_by_day')}), charge_group NOT IN ('tax', 'credit', 'refund')) AS cost) AS amount
FROM resource_costs WHERE ${inWindow} AND resource_id IN {ids:Array(String)}
GROUP BY id, category, currency HAVING cost != 0`;

const kindStatement = `
SELECT resource_id AS id, max(resource_type) AS type, argMax(instance_type, last_date) AS instance
FROM resources WHERE load_id IN {loads:Array(UInt32)} AND ${onPage}
  AND (resource_type IS NOT NULL OR instance_type IS NOT NULL) GROUP BY resource_id`;
