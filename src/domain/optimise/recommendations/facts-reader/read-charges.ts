import { addDays } from '../../../../platform/lib/days.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Charge } from '../facts.js';
import { recentDays } from '../monthly-cost.js';
import { type AccountLines, dollars, ofAccount, readLines, resourceIdOf } from './account-lines.js';

/** Kind of usage, as the keys of a charge. */
export const chargeKeys = sql`service, service_code AS "serviceCode", cost_category AS category,
  cost_subcategory AS "usageType", operation, instance_type AS "instanceType"`;

const allKeys = sql`${chargeKeys}, charge_type AS "chargeType",
  commitment_type AS "commitmentType", usage_unit AS unit`;
const keyColumns = sql`service, service_code, cost_category, cost_subcategory, operation,
  instance_type, charge_type, commitment_type, usage_unit`;

const amounts = (lines: AccountLines): Sql =>
  sql`sum(ifNull(usage_amount, 0)) AS quantity,
    sum(${dollars(sql`billed_cost`, lines)}) AS cost,
    sum(${dollars(sql`effective_cost`, lines)}) AS "effectiveCost"`;

/** Charges of the account by kind of usage. */
export function readAccountCharges(lines: AccountLines): Promise<Charge[]> {
  return readLines<Charge>(lines, {
    select: sql`${allKeys}, ${amounts(lines)}`,
    where: ofAccount(lines),
    groupBy: keyColumns,
  });
}

/** A charge of a resource, with its days. */
export interface ResourceCharge extends Charge {
  resourceId: string;
  /** Unblended cost in USD in the last days of the window, decimal text. */
  recentCost: string;
  /** Days with cost. */
  days: string[];
  /** Days with amortized cost. */
  amortizedDays: string[];
}

/** Charges of some resources, by the identifiers that the bill may have for them. */
export function readResourceCharges(
  lines: AccountLines,
  ids: readonly string[],
): Promise<ResourceCharge[]> {
  const id = resourceIdOf(lines);
  const recent = sql.bind('Date', addDays(lines.window.end, 1 - recentDays));
  return readLines<ResourceCharge>(lines, {
    select: sql`${id} AS "resourceId", ${allKeys}, ${amounts(lines)},
      sumIf(${dollars(sql`billed_cost`, lines)}, usage_date >= ${recent}) AS "recentCost",
      groupUniqArrayIf(usage_date, billed_cost != 0) AS days,
      groupUniqArrayIf(usage_date, effective_cost != 0) AS "amortizedDays"`,
    where: sql`${id} IN ${sql.bind('Array(String)', ids)}`,
    groupBy: sql`${id}, ${keyColumns}`,
  });
}
