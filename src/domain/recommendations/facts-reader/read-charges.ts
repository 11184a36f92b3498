import type { Charge } from '../facts.js';
import { type AccountLines, dollars, ofAccount, readLines } from './account-lines.js';

/** Kind of usage, as the keys of a charge. */
export const chargeKeys = `service, service_code AS "serviceCode", cost_category AS category,
  cost_subcategory AS "usageType", operation, instance_type AS "instanceType"`;

const allKeys = `${chargeKeys}, charge_type AS "chargeType", commitment_type AS "commitmentType", usage_unit AS unit`;
const keyColumns =
  'service, service_code, cost_category, cost_subcategory, operation, instance_type, charge_type, commitment_type, usage_unit';

const amounts = (lines: AccountLines) =>
  `sum(ifNull(usage_amount, 0)) AS quantity, sum(${dollars('billed_cost', lines)}) AS cost,
  sum(${dollars('effective_cost', lines)}) AS "effectiveCost"`;

/** Charges of the account by kind of usage. */
export function readAccountCharges(lines: AccountLines): Promise<Charge[]> {
  return readLines<Charge>(lines, {
    select: `${allKeys}, ${amounts(lines)}`,
    where: ofAccount,
    groupBy: keyColumns,
  });
}

/** A charge of a resource, with its days. */
export interface ResourceCharge extends Charge {
  resourceId: string;
  /** Days with cost. */
  days: string[];
}

/** Charges of some resources, by the identifiers that the bill may have for them. */
export function readResourceCharges(
  lines: AccountLines,
  ids: readonly string[],
): Promise<ResourceCharge[]> {
  // Azure writes the same resource in several cases.
  const id = lines.provider === 'azure' ? "lower(ifNull(resource_id, ''))" : 'resource_id';
  return readLines<ResourceCharge>(
    lines,
    {
      select: `${id} AS "resourceId", ${allKeys}, ${amounts(lines)},
  groupUniqArrayIf(usage_date, billed_cost != 0) AS days`,
      where: `${id} IN {ids:Array(String)}`,
      groupBy: `${id}, ${keyColumns}`,
    },
    { ids },
  );
}
