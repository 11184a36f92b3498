import { Decimal } from '../../../../platform/lib/decimal.js';
import { sql } from '../../../../platform/store/sql.js';
import type { PriceQuestion } from '../facts.js';
import { type AccountLines, dollars, readLines } from './account-lines.js';

interface RateRow {
  name: string;
  region: string | null;
  unit: string | null;
  quantity: string;
  cost: string;
  /** Quantity and cost at list prices, of the lines that have them. */
  listQuantity: string;
  listCost: string;
}

/** What the bill calls the units that prices are asked for in. */
const billedUnits: Record<NonNullable<PriceQuestion['unit']>, string> = {
  hour: 'Hours',
  'gb-month': 'GB-Months',
  'iops-month': 'IOPS-Months',
  'mbps-month': 'MiBps-Months',
  'vcpu-hour': 'vCPU-Hours',
  'gb-hour': 'GB-Hours',
};

/** Instance type, or kind of storage from a usage type such as `EBS:VolumeUsage.gp2`. */
const storageKind = sql.literal(String.raw`Volume(?:Usage|P-IOPS|P-Throughput)\.(\w+)$`);
const priced = sql`coalesce(
  instance_type, nullIf(extract(ifNull(cost_subcategory, ''), ${storageKind}), '')
)`;

/**
 * Unit prices that the bill shows for on-demand usage: its public rate where lines have one, else what
 * was charged per unit. All accounts of the provider count, so that a target that another account runs is known.
 */
export async function readBilledPrices(
  lines: AccountLines,
): Promise<(question: PriceQuestion) => string | null> {
  const hasListCost = sql`ifNull(list_cost, 0) > 0`;
  const list = dollars(sql`ifNull(list_cost, toDecimal128(0, 18))`, lines);
  const rows = await readLines<RateRow>(lines, {
    select: sql`${priced} AS name, region, usage_unit AS unit,
      sum(usage_amount) AS quantity,
      sum(${dollars(sql`billed_cost`, lines)}) AS cost,
      sumIf(ifNull(usage_amount, 0), ${hasListCost}) AS "listQuantity",
      sumIf(${list}, ${hasListCost}) AS "listCost"`,
    where: sql`commitment_type = 'on_demand' AND usage_amount > 0 AND ${priced} IS NOT NULL`,
    groupBy: sql`name, region, usage_unit`,
  });
  const rates = new Map(rows.map((row) => [keyOf(row.name, row.region, row.unit), rateOf(row)]));
  return ({ name, region, unit = 'hour' }) =>
    rates.get(keyOf(name, region, billedUnits[unit])) ?? null;
}

function rateOf({ quantity, cost, listQuantity, listCost }: RateRow): string {
  const hasList = new Decimal(listQuantity).greaterThan(0);
  const [amount, units] = hasList ? [listCost, listQuantity] : [cost, quantity];
  return new Decimal(amount).div(units).toDecimalPlaces(12).toFixed();
}

const keyOf = (name: string, region: string | null, unit: string | null) =>
  [name, region ?? '', unit ?? ''].join('\n');
