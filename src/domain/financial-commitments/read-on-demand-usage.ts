import { Decimal } from '../../platform/lib/decimal.js';
import { daysIn } from '../../platform/lib/days.js';
import { selectCachedRows } from '../../platform/store/clickhouse/cost-store.js';
import type { PurchaseOffer, UsageKind } from './purchase-offer.js';
import type { UsageSource } from './usage-source.js';

/** On-demand usage that one purchase could cover. */
export interface GroupUsage {
  offer: PurchaseOffer;
  group: string;
  /** On-demand cost of the window. */
  cost: Decimal;
  /** Per hour of the window: units of a reservation, spend of a plan. */
  amounts: Decimal[];
  /** Whether all of it is billed by the hour; days count as 24 equal hours. */
  hourly: boolean;
}

interface KindRow extends UsageKind {
  kind: string;
  provider: string;
  cost: string;
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
const mostKinds = 5000;
const mostGroups = 40;

const kindHash =
  'sipHash64(tuple(provider, service, service_code, cost_category, cost_subcategory, operation, instance_type, region))';
const isUncovered =
  "charge_group = 'usage' AND commitment_type = 'on_demand' AND usage_date BETWEEN {start:Date} AND {end:Date}";

const uncoveredLines = (where: string) =>
  `SELECT *, ${kindHash} AS kind FROM lines WHERE ${where} AND ${isUncovered}`;

/** The kinds of on-demand usage in the window, the largest cost first. */
export function readKinds({ costs, where, params, costSql }: UsageSource): Promise<KindRow[]> {
  return selectCachedRows<KindRow>(
    costs,
    [
      'SELECT toString(uncovered.kind) AS kind, any(uncovered.provider) AS provider,',
      '  any(uncovered.service) AS service, any(service_code) AS "serviceCode",',
      '  any(cost_category) AS category, any(cost_subcategory) AS "usageType",',
      '  any(uncovered.operation) AS operation, any(instance_type) AS "instanceType",',
      `  any(uncovered.region) AS region, sum(${costSql}) AS cost`,
      `FROM (${uncoveredLines(where)}) AS uncovered`,
      `GROUP BY uncovered.kind HAVING cost > 0 ORDER BY cost DESC LIMIT ${mostKinds}`,
    ].join('\n'),
    params,
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
  const chosen: { kind: string; group: string; factor: string }[] = [];
  const hours = daysIn(source.window) * 24;
  for (const row of kinds) {
    if (row.provider !== offer.provider || !offer.isEligible(row)) continue;
    const group = offer.group(row).join(', ');
    if (only !== undefined && group !== only) continue;
    if (!groups.has(group) && groups.size === mostGroups) continue;
    const usage = groups.get(group) ?? emptyUsage(offer, group, hours);
    groups.set(group, { ...usage, cost: usage.cost.plus(row.cost) });
    const factor = new Decimal(offer.units?.(row) ?? 1).toDecimalPlaces(12).toFixed();
    chosen.push({ kind: row.kind, group, factor });
  }
  if (chosen.length === 0) return [];
  const found = [...groups.values()];
  const names = [...groups.keys()];
  const rows = await selectCachedRows<HourRow>(source.costs, hoursStatement(source), {
    ...source.params,
    kinds: chosen.map(({ kind }) => kind),
    positions: chosen.map((_, index) => index + 1),
    group_indexes: chosen.map(({ group }) => names.indexOf(group)),
    unit_factors: chosen.map(({ factor }) => factor),
  });
  for (const row of rows) addRow(found[row.group_index]!, row);
  return found;
}

const emptyUsage = (offer: PurchaseOffer, group: string, hours: number): GroupUsage => ({
  offer,
  group,
  cost: new Decimal(0),
  amounts: Array.from({ length: hours }, () => new Decimal(0)),
  hourly: true,
});

function hoursStatement({ where, costSql }: UsageSource): string {
  const position =
    'transform(kind, arrayMap(each -> toUInt64(each), {kinds:Array(String)}), arrayMap(each -> toUInt32(each), {positions:Array(UInt32)}), toUInt32(0)) AS position';
  const factor =
    'arrayMap(factor -> toDecimal256(factor, 12), {unit_factors:Array(String)})[position]';
  return [
    'SELECT {group_indexes:Array(Int32)}[position] AS group_index,',
    '  toInt32(usage_date - {start:Date}) AS day,',
    "  if(granularity = 'hour', toInt32(toHour(charge_start)), -1) AS hour,",
    `  sum(${costSql}) AS cost, sum(toDecimal256(ifNull(usage_amount, 0), 18) * ${factor}) AS units`,
    `FROM (SELECT *, ${position} FROM (${uncoveredLines(where)})) AS uncovered`,
    'WHERE position != 0',
    'GROUP BY group_index, day, hour',
  ].join('\n');
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
