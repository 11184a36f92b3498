import { Decimal } from '../../../platform/lib/decimal.js';
import { daysIn } from '../../../platform/lib/days.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { PricedKind } from './commitment-terms.js';
import type { PurchaseOffer } from './purchase-offer.js';
import type { UsageSource } from './usage-source.js';

/** On-demand usage that one purchase could cover. */
export interface GroupUsage {
  offer: PurchaseOffer;
  group: string;
  kinds: PricedKind[];
  /** On-demand cost of the window. */
  cost: Decimal;
  /** Per hour of the window: units of a reservation, spend of a plan. */
  amounts: Decimal[];
  /** Whether all of it is billed by the hour; days count as 24 equal hours. */
  hourly: boolean;
}

interface KindRow extends PricedKind {
  kind: string;
  provider: string;
}

/** A kind of usage that an offer covers, and how many of its units one unit of usage is. */
interface ChosenKind {
  kind: string;
  group: string;
  factor: string;
}

interface HourRow {
  group_index: number;
  day: number;
  /** -1 where the bill has whole days only. */
  hour: number;
  cost: string;
  units: string;
}

/** Beyond these, smaller ones are left out: nobody buys commitments for them one by one. */
const maxKinds = 5000;
const maxGroups = 40;

const kindHash = sql`sipHash64(tuple(
  provider, service, service_code, cost_category, cost_subcategory, operation, instance_type, region
))`;

/** The lines of a source that no commitment covers, with a hash of their kind of usage. */
function uncoveredLines({ where, window }: UsageSource): Sql {
  const { start, end } = window;
  return sql`
    SELECT *, ${kindHash} AS kind
    FROM lines
    WHERE ${where} AND charge_group = 'usage' AND commitment_type = 'on_demand'
      AND usage_date BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)}`;
}

/** The kinds of on-demand usage in the window, the largest cost first. */
export function readKinds(source: UsageSource): Promise<KindRow[]> {
  return selectCachedRows<KindRow>(
    source.costs,
    sql`SELECT toString(uncovered.kind) AS kind, any(uncovered.provider) AS provider,
       any(uncovered.service) AS service, any(service_code) AS "serviceCode",
       any(cost_category) AS category, any(cost_subcategory) AS "usageType",
       any(uncovered.operation) AS operation, any(instance_type) AS "instanceType",
       any(uncovered.region) AS region, sum(${source.costSql}) AS cost
     FROM (${uncoveredLines(source)}) AS uncovered
     GROUP BY uncovered.kind HAVING cost > 0 ORDER BY cost DESC LIMIT ${maxKinds}`,
  );
}

/** Usage by hour of everything that an offer could cover, by group; of one group if it is named. */
export async function readOfferUsage(
  source: UsageSource,
  kinds: readonly KindRow[],
  offer: PurchaseOffer,
  only?: string,
): Promise<GroupUsage[]> {
  const groups = new Map<string, GroupUsage>();
  const chosen: ChosenKind[] = [];
  const hours = daysIn(source.window) * 24;
  for (const row of kinds) {
    if (row.provider !== offer.provider || !offer.isEligible(row)) continue;
    const group = offer.group(row).join(', ');
    if (only !== undefined && group !== only) continue;
    if (!groups.has(group) && groups.size === maxGroups) continue;
    const usage = groups.get(group) ?? emptyUsage(offer, group, hours);
    usage.kinds.push(row);
    groups.set(group, { ...usage, cost: usage.cost.plus(row.cost) });
    const factor = new Decimal(offer.units?.(row) ?? 1).toDecimalPlaces(12).toFixed();
    chosen.push({ kind: row.kind, group, factor });
  }
  if (chosen.length === 0) return [];
  const found = [...groups.values()];
  const statement = hoursStatement(source, chosen, [...groups.keys()]);
  const rows = await selectCachedRows<HourRow>(source.costs, statement);
  for (const row of rows) addRow(found[row.group_index]!, row);
  return found;
}

const emptyUsage = (offer: PurchaseOffer, group: string, hours: number): GroupUsage => ({
  offer,
  group,
  kinds: [],
  cost: new Decimal(0),
  amounts: Array.from({ length: hours }, () => new Decimal(0)),
  hourly: true,
});

function hoursStatement(
  source: UsageSource,
  chosen: readonly ChosenKind[],
  groups: readonly string[],
): Sql {
  const kinds = sql.bind(
    'Array(String)',
    chosen.map(({ kind }) => kind),
  );
  const positions = sql.bind(
    'Array(UInt32)',
    chosen.map((_, index) => index + 1),
  );
  const groupIndexes = sql.bind(
    'Array(Int32)',
    chosen.map(({ group }) => groups.indexOf(group)),
  );
  const factors = sql.bind(
    'Array(String)',
    chosen.map(({ factor }) => factor),
  );
  const position = sql`transform(
    kind,
    arrayMap(each -> toUInt64(each), ${kinds}),
    arrayMap(each -> toUInt32(each), ${positions}),
    toUInt32(0)
  )`;
  const factor = sql`arrayMap(factor -> toDecimal256(factor, 12), ${factors})[position]`;
  return sql`SELECT ${groupIndexes}[position] AS group_index,
      toInt32(usage_date - ${sql.bind('Date', source.window.start)}) AS day,
      if(granularity = 'hour', toInt32(toHour(charge_start)), -1) AS hour,
      sum(${source.costSql}) AS cost,
      sum(toDecimal256(ifNull(usage_amount, 0), 18) * ${factor}) AS units
    FROM (SELECT *, ${position} AS position FROM (${uncoveredLines(source)})) AS uncovered
    WHERE position != 0
    GROUP BY group_index, day, hour`;
}

function addRow(usage: GroupUsage, { day, hour, cost, units }: HourRow): void {
  const hours = hour < 0 ? Array.from({ length: 24 }, (_, index) => index) : [hour];
  const share = new Decimal(usage.offer.whole ? units : cost).div(hours.length);
  if (hour < 0) usage.hourly = false;
  for (const each of hours) {
    const index = day * 24 + each;
    usage.amounts[index] = usage.amounts[index]!.plus(share);
  }
}
