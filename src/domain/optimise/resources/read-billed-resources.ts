import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { clusterProviders } from '../../costs/providers/index.js';
import type { BilledDays } from './billed-days.js';
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
  zone: string | null;
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
  const [counted] = await selectRows<{ count: string }>(
    store.client,
    sql`SELECT uniqExact(resource_id) AS count FROM resource_costs WHERE ${inWindow(window)}`,
  );
  const pages = Math.ceil(Number(counted?.count ?? 0) / pageSize);
  for (let page = 0; page < pages; page += 1) {
    yield await readPage(store, window, onPage(page, pages));
  }
}

type PageRow = Omit<
  BilledResource,
  'costs' | 'metadata' | 'tags' | 'resource_type' | 'instance_type' | 'zone' | 'cost_days'
> & {
  cost_days: string;
  tag_set: string;
  categories: string[];
  currencies: string[];
  amounts: string[];
};

interface KindRow {
  id: string;
  type: string | null;
  instance: string | null;
  zone: string | null;
}

async function readPage(
  { client }: CostStore,
  window: CostWindow,
  isOnPage: Sql,
): Promise<BilledResource[]> {
  const rows = await selectRows<PageRow>(client, pageStatement(window, isOnPage));
  const kinds = await selectRows<KindRow>(client, kindStatement(window, isOnPage));
  const kindOf = new Map(kinds.map((kind) => [kind.id, kind]));
  const sets = [...new Set(rows.map(({ tag_set }) => tag_set))].filter((set) => set !== '0');
  const tags = await selectRows<{ id: string; tags: Record<string, string> }>(
    client,
    sql`SELECT toString(tag_set_id) AS id, any(tags) AS tags FROM tag_sets
     WHERE tag_set_id IN (SELECT toUInt64(arrayJoin(${sql.bind('Array(String)', sets)})))
     GROUP BY tag_set_id`,
  );
  const tagsOf = new Map(tags.map((set) => [set.id, set.tags]));
  return rows.map(({ tag_set, categories, currencies, amounts, ...row }) => ({
    ...row,
    cost_days: Number(row.cost_days),
    resource_type: kindOf.get(row.resource_id)?.type ?? null,
    instance_type: kindOf.get(row.resource_id)?.instance ?? null,
    zone: kindOf.get(row.resource_id)?.zone ?? null,
    tags: tagsOf.get(tag_set) ?? {},
    costs: categories.map((category, index) => ({
      category,
      currency: currencies[index]!,
      amount: amounts[index]!,
    })),
  }));
}

const startOf = ({ start }: BilledDays) => sql.bind('Date', start);
const endOf = ({ end }: BilledDays) => sql.bind('Date', end);

// Kubernetes costs repeat those of the nodes that the cloud bills.
const inWindow = (
  days: BilledDays,
): Sql => sql`load_id IN ${sql.bind('Array(UInt32)', days.loadIds)}
    AND resource_id IS NOT NULL AND resource_id != ''
    AND provider NOT IN (${sql.literals(clusterProviders)})
    AND month >= toStartOfMonth(${startOf(days)}) AND month <= ${endOf(days)}`;

const onPage = (page: number, pages: number): Sql =>
  sql`cityHash64(assumeNotNull(resource_id)) % ${sql.bind('UInt32', pages)} = ${sql.bind('UInt32', page)}`;

/** The first day of a row of the rollup that is in the window. */
const firstDay = (days: BilledDays): Sql =>
  sql`if(month = toStartOfMonth(${startOf(days)}), toDayOfMonth(${startOf(days)}), 1)`;

/** The day that the place of an amount among those of a row in the window stands for. */
const dayOfNumber = (days: BilledDays): Sql => sql`month + ${firstDay(days)} + number - 2`;

/** The amounts of a row of the rollup on the days that are in the window. */
function sliceOf(amounts: Sql, days: BilledDays): Sql {
  const first = firstDay(days);
  const last = sql`if(month = toStartOfMonth(${endOf(days)}), toDayOfMonth(${endOf(days)}), 31)`;
  return sql`arraySlice(${amounts}, ${first}, ${last} - ${first} + 1)`;
}

const isCharge = sql`charge_group NOT IN ('tax', 'credit', 'refund')`;

/** The cost of rows of the rollup on the days that are in the window. */
const sumOf = (days: BilledDays): Sql => sql`sumIf(
  arraySum(${sliceOf(sql`billed_by_day`, days)}), ${isCharge}
)`;

const owner = [
  'provider',
  'provider_account_id',
  'account_id',
  'service',
  'service_code',
  'region',
];
const ownerAliases = sql.refs(owner.map((name) => `own_${name}`));

/** A resource has the names of its largest cost; aliases differ from columns, which they would hide. */
function pageStatement(days: BilledDays, isOnPage: Sql): Sql {
  const ownerColumns = owner.map(
    (name, index) => sql`tupleElement(main, ${index + 1}) AS ${sql.ref(name)}`,
  );
  return sql`
    SELECT id AS resource_id, ${sql.join(ownerColumns)},
      resource_name, tag_set, length(all_days) AS cost_days,
      toString(arrayMax(all_days)) AS last_cost_date,
      services, categories, currencies, amounts
    FROM (
      SELECT id, argMax(tuple(${ownerAliases}), (cost, category)) AS main,
        max(name) AS resource_name,
        toString(argMax(tag_sets, (tag_sets != 0, last_day, cost, tag_sets))) AS tag_set,
        arraySort(groupUniqArray(own_service)) AS services,
        groupUniqArrayArray(days) AS all_days,
        groupArrayIf(category, cost != 0) AS categories,
        groupArrayIf(currency, cost != 0) AS currencies,
        groupArrayIf(toString(cost), cost != 0) AS amounts
      FROM (${costsByOwner(days, isOnPage)})
      GROUP BY id
    )
    ORDER BY resource_id`;
}

/** The costs of the resources of a page by category, currency and what else tells them apart. */
function costsByOwner(days: BilledDays, isOnPage: Sql): Sql {
  const ownerColumns = owner.map((name) => sql`${sql.ref(name)} AS ${sql.ref(`own_${name}`)}`);
  const billed = sliceOf(sql`billed_by_day`, days);
  const effective = sliceOf(sql`effective_by_day`, days);
  return sql`
    SELECT assumeNotNull(resource_id) AS id, ifNull(cost_category, service) AS category, currency,
      ${sql.join(ownerColumns)},
      ${sumOf(days)} AS cost,
      groupUniqArrayArray(arrayFilter(
        (day, billed, effective) -> billed != 0 OR effective != 0,
        arrayMap(number -> ${dayOfNumber(days)}, arrayEnumerate(${billed})),
        ${billed}, ${effective}
      )) AS days,
      arrayMax(days) AS last_day, max(resource_costs.resource_name) AS name,
      argMax(tag_set_id, (tag_set_id != 0, month, tag_set_id)) AS tag_sets
    FROM resource_costs WHERE ${inWindow(days)} AND ${isOnPage}
    GROUP BY id, category, currency, ${ownerAliases}
    HAVING notEmpty(days)`;
}

/** The costs of some resources by category. */
export const costsByCategoryStatement = (days: BilledDays, ids: readonly string[]): Sql => sql`
  SELECT assumeNotNull(resource_id) AS id, ifNull(cost_category, service) AS category, currency,
    toString(${sumOf(days)} AS cost) AS amount
  FROM resource_costs
  WHERE ${inWindow(days)} AND resource_id IN ${sql.bind('Array(String)', ids)}
  GROUP BY id, category, currency HAVING cost != 0`;

/** The costs of some resources by day, of those with a cost. */
export function costsByDayStatement(days: BilledDays, ids: readonly string[]): Sql {
  const billed = sliceOf(sql`billed_by_day`, days);
  return sql`
    SELECT assumeNotNull(resource_id) AS id, currency, toString(${dayOfNumber(days)}) AS day,
      toString(sum(cost)) AS amount
    FROM resource_costs ARRAY JOIN ${billed} AS cost, arrayEnumerate(${billed}) AS number
    WHERE ${inWindow(days)} AND resource_id IN ${sql.bind('Array(String)', ids)} AND ${isCharge}
    GROUP BY id, currency, day HAVING sum(cost) != 0`;
}

const kindStatement = ({ loadIds }: BilledDays, isOnPage: Sql): Sql => sql`
  SELECT resource_id AS id, max(resource_type) AS type, argMax(instance_type, last_date) AS instance,
    argMax(availability_zone, last_date) AS zone
  FROM resources WHERE load_id IN ${sql.bind('Array(UInt32)', loadIds)} AND ${isOnPage}
    AND coalesce(resource_type, instance_type, availability_zone) IS NOT NULL GROUP BY resource_id`;
