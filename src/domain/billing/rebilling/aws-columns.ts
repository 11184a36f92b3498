import { type Sql, sql } from '../../../platform/store/sql.js';
import { awsLineColumns, type BillingColumn } from '../billing-rules/index.js';
import { attributeColumns } from '../../intake/ingest/index.js';
import { stored } from './amount-sql.js';

/** Rows of a Cost and Usage Report; other rows have none of its columns. */
export const isAwsReport = sql`(row.provider = 'aws' AND row.source_format IN ('aws_cur', 'aws_cur2'))`;

/** The code of the report; the line has the charge type that was made of it. */
export const lineItemType = sql`multiIf(
  row.charge_type = 'AWS Marketplace', 'Fee',
  row.charge_type = 'FeeTax', 'Tax',
  toString(row.charge_type)
)`;

export const unblendedCost = stored(sql`row.billed_cost`);

const time = (expression: Sql) => sql`formatDateTime(${expression}, '%Y-%m-%dT%H:%i:%SZ', 'UTC')`;
const rowIdPart = (number: number) =>
  sql`nullIf(splitByChar(' ', ifNull(row.source_row_id, ''))[${number}], '')`;
const ofBasis = (basis: string) =>
  sql`if(ifNull(row.commitment_basis = ${sql.literal(basis)}, false), row.commitment_id, NULL)`;

const effectiveCost = stored(sql`row.effective_cost`);
const effectiveCostOf = (chargeType: string) =>
  sql`if(row.charge_type = ${sql.literal(chargeType)}, ${effectiveCost}, NULL)`;

/** Columns that the line has in another form. */
const derived: Readonly<Record<string, Sql>> = {
  'bill/billingentity': sql`if(row.marketplace, 'AWS Marketplace', 'AWS')`,
  'bill/billingperiodstartdate': time(sql`toDateTime(row.billing_period, 'UTC')`),
  'bill/billingperiodenddate': time(sql`toDateTime(addMonths(row.billing_period, 1), 'UTC')`),
  'identity/lineitemid': rowIdPart(1),
  'identity/timeinterval': rowIdPart(2),
  'lineitem/lineitemtype': lineItemType,
  'lineitem/unblendedcost': unblendedCost,
  'lineitem/usagestartdate': time(sql`row.charge_start`),
  'lineitem/usageenddate': time(sql`row.charge_end`),
  'reservation/reservationarn': ofBasis('usage'),
  'savingsplan/savingsplanarn': ofBasis('spend'),
  'reservation/effectivecost': effectiveCostOf('DiscountedUsage'),
  'savingsplan/savingsplaneffectivecost': effectiveCostOf('SavingsPlanCoveredUsage'),
};

/** Columns that are stored as attributes, under the names of the importer. */
const attributes = new Map(attributeColumns.map((name) => [name.toLowerCase(), name]));

/** SQL of a column of the report; undefined if lines do not have it. */
export function readAwsColumn({ name, type }: BillingColumn): Sql | undefined {
  const key = name.toLowerCase();
  if (derived[key] !== undefined) return derived[key];
  if (awsLineColumns[key] !== undefined) return sql`row.${sql.ref(awsLineColumns[key])}`;
  const attribute = attributes.get(key);
  if (attribute === undefined) return costCategory(key);
  const text = sql`nullIf(row.attributes[${sql.literal(attribute)}], '')`;
  return type === 'number' ? sql`toDecimal128OrNull(${text}, 18)` : text;
}

/** The spelling of the name differs between the forms of the report. */
function costCategory(key: string): Sql | undefined {
  const [category, ...rest] = key.split('/');
  if (category !== 'costcategory') return undefined;
  const stored = sql.literal(`cost_category/${rest.join('/')}`);
  const found = sql`indexOf(arrayMap(k -> lower(k), mapKeys(row.attributes)), ${stored})`;
  return sql`nullIf(mapValues(row.attributes)[${found}], '')`;
}

/** The column of a line that an assignment to a column of the report changes; undefined if there is none. */
export const assignedColumn = ({ name }: BillingColumn): string | undefined =>
  awsLineColumns[name.toLowerCase()];

/** Rates follow from cost and usage, so there is nothing to store. */
export const isRate = ({ name }: BillingColumn): boolean =>
  name.toLowerCase() === 'lineitem/unblendedrate';
