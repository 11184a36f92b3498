import { type Sql, sql } from '../../../platform/store/sql.js';

/** SQL of a column of a charge, by its name. */
export type ChargeColumn = (name: string) => Sql;

/**
 * Which charges of a format are amortized over the days that they touch, and what their days have instead
 * of the charge's own values. Over columns that lines have, so that it also holds for stored charges.
 */
export interface Amortization {
  when: (charge: ChargeColumn) => Sql;
  chargeType: (charge: ChargeColumn) => Sql;
  commitmentStatus: (charge: ChargeColumn) => Sql;
}

/** The number of days that a charge is amortized over; 0 if it is not. */
export function amortizationDays(
  amortization: Pick<Amortization, 'when'> | undefined,
  charge: ChargeColumn,
): Sql {
  if (amortization === undefined) return sql`0`;
  const days = touchedDays(charge);
  const isAmortized = sql`(${amortization.when(charge)}) AND ${charge('effective_cost')} != 0 AND ${days} > 1`;
  return sql`if(ifNull(${isAmortized}, false), ${days}, 0)`;
}

const touchedDays = (charge: ChargeColumn): Sql => sql`dateDiff('day',
  toDate(${charge('charge_start')}), toDate(${charge('charge_end')} - INTERVAL 1 SECOND)) + 1`;

/** Start of day `i` of a charge, from 1. */
export const startOfDay = (charge: ChargeColumn, i: Sql): Sql =>
  sql`toDateTime(toDate(${charge('charge_start')}) + ${i} - 1, 'UTC')`;

/** Quantities and list prices, which only the charge itself has, however many lines it creates. */
export const countedOnce = [
  'usage_amount',
  'usage_unit',
  'pricing_quantity',
  'pricing_unit',
  'commitment_quantity',
  'commitment_unit',
  'list_cost',
  'contracted_cost',
] as const;
