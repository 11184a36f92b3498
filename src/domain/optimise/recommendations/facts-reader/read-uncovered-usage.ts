import { daysIn } from '../../../../platform/lib/days.js';
import { Decimal } from '../../../../platform/lib/decimal.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { UncoveredUsage } from '../facts.js';
import { type AccountLines, dollars, ofAccount, readLines } from './account-lines.js';
import { chargeKeys } from './read-charges.js';

type Kind = Omit<UncoveredUsage, 'quantities' | 'costs' | 'resources'>;

interface UsageRow extends Kind {
  /** Days since the start of the window. */
  day: number;
  /** Hour of the day, or -1 where the bill has whole days only. */
  hour: number;
  quantity: string;
  cost: string;
}

interface ResourceRow extends Kind {
  uuid: string;
  cost: string;
}

interface Usage {
  kind: Kind;
  quantities: Decimal[];
  costs: Decimal[];
  resources: { uuid: string; cost: string }[];
}

const kindKeys = sql`${chargeKeys}, region, usage_unit AS unit`;
const kindColumns = sql`service, service_code, cost_category, cost_subcategory, operation,
  instance_type, region, usage_unit`;
const isUncovered = (lines: AccountLines): Sql =>
  sql`${ofAccount(lines)} AND charge_group = 'usage' AND commitment_type = 'on_demand'`;

/** On-demand usage of the account by kind and hour, and the resources that it comes from. */
export async function readUncoveredUsage(lines: AccountLines): Promise<UncoveredUsage[]> {
  const cost = sql`sum(${dollars(sql`billed_cost`, lines)})`;
  const start = sql.bind('Date', lines.window.start);
  const usage = await readLines<UsageRow>(lines, {
    select: sql`${kindKeys}, toInt32(usage_date - ${start}) AS day,
      if(granularity = 'hour', toInt32(toHour(charge_start)), -1) AS hour,
      sum(ifNull(usage_amount, 0)) AS quantity, ${cost} AS cost`,
    where: isUncovered(lines),
    groupBy: sql`${kindColumns}, day, hour`,
  });
  const resources = await readLines<ResourceRow>(lines, {
    select: sql`${kindKeys}, resource_id AS uuid, ${cost} AS cost`,
    where: sql`${isUncovered(lines)} AND resource_id IS NOT NULL`,
    groupBy: sql`${kindColumns}, resource_id`,
    rest: sql`ORDER BY cost DESC, uuid`,
  });
  return combine(usage, resources, daysIn(lines.window) * 24);
}

function combine(
  rows: readonly UsageRow[],
  resources: readonly ResourceRow[],
  hours: number,
): UncoveredUsage[] {
  const usages = new Map<string, Usage>();
  const usageOf = (row: Kind) => {
    const kind = kindOf(row);
    const key = JSON.stringify(kind);
    const known = usages.get(key);
    if (known) return known;
    const usage = { kind, quantities: zeros(hours), costs: zeros(hours), resources: [] };
    usages.set(key, usage);
    return usage;
  };
  for (const row of rows) addRow(usageOf(row), row);
  for (const row of resources) usageOf(row).resources.push({ uuid: row.uuid, cost: row.cost });
  return [...usages.values()].map(({ kind, quantities, costs, resources: of }) => ({
    ...kind,
    quantities: quantities.map((quantity) => quantity.toFixed()),
    costs: costs.map((cost) => cost.toFixed()),
    resources: of,
  }));
}

function addRow({ quantities, costs }: Usage, { day, hour, quantity, cost }: UsageRow): void {
  const wholeDay = Array.from({ length: 24 }, (_, index) => index);
  const hours = hour < 0 ? wholeDay : [hour];
  const perHour = new Decimal(quantity).div(hours.length);
  const costPerHour = new Decimal(cost).div(hours.length);
  for (const each of hours) {
    const index = day * 24 + each;
    quantities[index] = quantities[index]!.plus(perHour);
    costs[index] = costs[index]!.plus(costPerHour);
  }
}

function kindOf(row: Kind): Kind {
  const { service, serviceCode, category, usageType, operation, instanceType, region, unit } = row;
  return { service, serviceCode, category, usageType, operation, instanceType, region, unit };
}

const zeros = (count: number) => Array.from({ length: count }, () => new Decimal(0));
