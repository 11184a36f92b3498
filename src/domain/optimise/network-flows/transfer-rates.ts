import { Decimal } from '../../../platform/lib/decimal.js';
import { addDays } from '../../../platform/lib/days.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  type CostScope,
  completeThroughSince,
  readScope,
  scopeWithin,
} from '../../costs/query/index.js';

/** What a gigabyte (2^30 bytes) costs, in the currency of the bill that says so. */
export interface TransferRate {
  rate: Decimal;
  currency: string;
}

/** The usage of a bill that a rate comes from. */
export type TransferKind = 'cross_az' | 'public' | 'cross_region' | 'nat';

/** Rates per gigabyte where no bill has one, in US dollars: published prices of most regions. */
const listRates: Readonly<Record<TransferKind, string>> = {
  cross_az: '0.01',
  public: '0.09',
  cross_region: '0.02',
  nat: '0.045',
};

/** A flow's properties that decide its price. */
export interface PricedFlow {
  account_id: string;
  region: string;
  traffic_category: string;
  flow_direction: string;
  through_nat: boolean;
}

/** The usage that a flow is billed as; undefined where it is free. */
function kindOf({ traffic_category, flow_direction }: PricedFlow): TransferKind | undefined {
  if (traffic_category === 'cross_az') return 'cross_az';
  if (flow_direction !== 'egress') return undefined;
  return traffic_category === 'public' || traffic_category === 'cross_region'
    ? traffic_category
    : undefined;
}

/** Usage of one kind on the bills of an account in a region. */
export interface BilledTransfer {
  account_id: string;
  region: string;
  kind: TransferKind;
  currency: string;
  cost: string;
  quantity: string;
}

/** Rates per gigabyte, from bills where they have the usage, else from those of the whole organisation, else list prices. */
export class TransferRates {
  readonly #rates = new Map<string, TransferRate>();

  constructor(billed: readonly BilledTransfer[]) {
    for (const [key, lines] of groupBy(billed, ({ account_id, region, kind }) =>
      [account_id, region, kind].join('|'),
    )) {
      this.#add(key, lines);
    }
    for (const [key, lines] of groupBy(billed, ({ region, kind }) =>
      ['*', region, kind].join('|'),
    )) {
      this.#add(key, lines);
    }
  }

  /** Sums in different currencies cannot be added; the one with the most usage decides. */
  #add(key: string, lines: readonly BilledTransfer[]): void {
    const sums = [...groupBy(lines, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
      currency,
      cost: sum(ofCurrency.map(({ cost }) => cost)),
      quantity: sum(ofCurrency.map(({ quantity }) => quantity)),
    }));
    const [largest] = sums.toSorted((a, b) => b.quantity.comparedTo(a.quantity));
    if (largest?.quantity.greaterThan(0)) {
      const { cost, quantity, currency } = largest;
      this.#rates.set(key, { rate: cost.dividedBy(quantity), currency });
    }
  }

  /** What a flow costs per gigabyte: its transfer, and the processing of a NAT gateway. */
  of(flow: PricedFlow): TransferRate[] {
    const kind = kindOf(flow);
    const kinds = [...(kind ? [kind] : []), ...(flow.through_nat ? (['nat'] as const) : [])];
    return kinds.map((each) => this.#find(flow, each));
  }

  #find({ account_id, region }: PricedFlow, kind: TransferKind): TransferRate {
    return (
      this.#rates.get([account_id, region, kind].join('|')) ??
      this.#rates.get(['*', region, kind].join('|')) ?? {
        rate: new Decimal(listRates[kind]),
        currency: 'USD',
      }
    );
  }
}

const sum = (amounts: readonly string[]) =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const rateDays = 30;

const usageKind = sql`multiIf(
  endsWith(usage_type, 'DataTransfer-Regional-Bytes'), 'cross_az',
  endsWith(usage_type, 'DataTransfer-Out-Bytes'), 'public',
  position(usage_type, '-AWS-Out-Bytes') > 0, 'cross_region',
  endsWith(usage_type, 'NatGateway-Bytes'), 'nat',
  ''
)`;

/** Sums the amounts of the days from a first to a last one. */
const sumOfDays = (amounts: Sql, first: Sql, last: Sql): Sql => sql`sum(arraySum(
  (amount, n) -> if(addDays(month, n - 1) BETWEEN ${first} AND ${last}, amount, toDecimal128(0, 18)),
  ${amounts}, arrayEnumerate(${amounts})
))`;

/** Reads what transfer cost on the bills of the account over the last 30 complete days. */
export async function readTransferRates(
  db: Db,
  store: CostStore,
  accountToken: string,
  today: string,
): Promise<TransferRates> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', accountToken)
    .orderBy('id')
    .execute();
  const scope = await readScope(
    db,
    workspaces.map(({ token }) => token),
  );
  const last = lastCompleteDay(scope, today);
  const first = addDays(last, 1 - rateDays);
  const { loadIds, integrationTokens } = scopeWithin(scope, { start: first, end: last });
  if (loadIds.length === 0) return new TransferRates([]);
  const [firstDay, lastDay] = [sql.bind('Date', first), sql.bind('Date', last)];
  const rows = await selectCachedRows<BilledTransfer>(
    store,
    sql`SELECT ifNull(account_id, '') AS account_id, ifNull(region, '') AS region,
       ${usageKind} AS kind, currency,
       ${sumOfDays(sql`effective_by_day`, firstDay, lastDay)} AS cost,
       ${sumOfDays(sql`usage_by_day`, firstDay, lastDay)} AS quantity
     FROM (
       SELECT *, ifNull(cost_subcategory, '') AS usage_type FROM usage_costs
       WHERE provider = 'aws' AND charge_group = 'usage' AND usage_unit IN ('GB', 'GiB')
         AND integration_token IN ${sql.bind('Array(String)', integrationTokens)}
         AND load_id IN ${sql.bind('Array(UInt32)', loadIds)}
         AND month BETWEEN toStartOfMonth(${firstDay}) AND ${lastDay}
     )
     GROUP BY account_id, region, kind, currency HAVING kind != ''
     ORDER BY account_id, region, kind, currency`,
  );
  return new TransferRates(rows);
}

function lastCompleteDay(scope: CostScope, today: string): string {
  const yesterday = addDays(today, -1);
  const complete = completeThroughSince(scope, addDays(today, -rateDays - 1)) ?? yesterday;
  return complete < yesterday ? complete : yesterday;
}
