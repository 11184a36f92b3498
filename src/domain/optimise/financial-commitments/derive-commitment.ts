import type { Selectable } from 'kysely';
import { Decimal } from '../../../platform/lib/decimal.js';
import { addMonths } from '../../../platform/lib/time.js';
import type { Tables } from '../../../platform/store/tables.js';
import { type CommitmentKind, awsKind, azureKind, gcpKind } from './commitment-kinds.js';
import type { FeeRow } from './fee-row.js';

/** A reservation or a savings plan, as the bill describes it. */
export type Commitment = Omit<
  Selectable<Tables['financial_commitments']>,
  'id' | 'integration_token' | 'created_at'
>;

/** A year has 8,760 hours and a month 730 in every price per hour. */
const hoursPerYear = 8760;
const hoursPerMonth = 730;
const hour = 3_600_000;

/** The commitment that fees are for; undefined for providers whose bills do not describe commitments. */
export function deriveCommitment(row: FeeRow): Commitment | undefined {
  const kind = kindOf(row);
  if (!kind) return undefined;
  const years = yearsOf(row);
  const { starts_at, ends_at } = periodOf(row, years);
  const count = Number(row.attributes['reservation/NumberOfReservations'] ?? '');
  const termHours = Math.round((ends_at.getTime() - starts_at.getTime()) / hour);
  return {
    provider: row.provider,
    commitment_id: row.commitment_id,
    ...kind,
    account: row.account,
    amount: row.commitment_type === 'savings_plan' || !count ? null : count,
    term: years === null ? null : `${years} Year`,
    payment_type: paymentType(row),
    region: regionOf(row),
    starts_at,
    ends_at,
    hourly_cost: hourlyCost(row, count, termHours).toDecimalPlaces(18).toFixed(),
    currency: row.currency,
  };
}

function kindOf(row: FeeRow): CommitmentKind | undefined {
  if (row.provider === 'aws') return awsKind(row);
  if (row.provider === 'azure' || row.provider === 'azure_csp') return azureKind(row);
  return row.provider === 'gcp' ? gcpKind(row) : undefined;
}

/** Length of the term in years; null where neither the bill nor its dates say it. */
function yearsOf(row: FeeRow): number | null {
  const { attributes } = row;
  const stated = [
    row.lease,
    attributes['savingsPlan/PurchaseTerm'],
    row.cost_category,
    row.commitment_name,
  ]
    .map((text) => /(\d+)\s*-?\s*(?:yr|year)/i.exec(text ?? '')?.[1])
    .find((years) => years !== undefined);
  if (stated !== undefined) return Number(stated);
  const months = Number(attributes['Term'] ?? attributes['x_SkuTerm'] ?? '');
  if (months >= 12) return Math.round(months / 12);
  const dates = statedPeriod(row);
  const hours = dates
    ? (dates.ends_at.getTime() - dates.starts_at.getTime()) / hour
    : Number(row.longest_hours);
  const years = Math.round(hours / hoursPerYear);
  return years > 0 ? years : null;
}

function statedPeriod({ attributes, commitment_type }: FeeRow) {
  const group = commitment_type === 'savings_plan' ? 'savingsPlan' : 'reservation';
  const [start, end] = [attributes[`${group}/StartTime`], attributes[`${group}/EndTime`]];
  const [starts_at, ends_at] = [new Date(start ?? ''), new Date(end ?? '')];
  return Number.isNaN(starts_at.getTime()) || Number.isNaN(ends_at.getTime())
    ? undefined
    : { starts_at, ends_at };
}

/** Without stated dates, the term that the last payment is for: what is paid beyond a term was renewed. */
function periodOf(row: FeeRow, years: number | null) {
  const stated = statedPeriod(row);
  if (stated) return stated;
  const paidUntil = new Date(row.last_end);
  let starts_at = new Date(row.first_charge);
  if (years === null) return { starts_at, ends_at: paidUntil };
  let ends_at = addYears(starts_at, years);
  while (ends_at < paidUntil) [starts_at, ends_at] = [ends_at, addYears(ends_at, years)];
  return { starts_at, ends_at };
}

const addYears = (time: Date, years: number) => addMonths(time, 12 * years);

function paymentType(row: FeeRow): string | null {
  const stated = row.attributes['savingsPlan/PaymentOption'] || row.purchase_option;
  if (stated) return stated.charAt(0).toUpperCase() + stated.slice(1).toLowerCase();
  const upfront = upfrontOf(row).gt(0);
  const recurring = new Decimal(row.recurring_fee).gt(0);
  if (upfront) return recurring ? 'Partial upfront' : 'All upfront';
  return recurring ? 'No upfront' : null;
}

function upfrontOf(row: FeeRow): Decimal {
  const stated = row.attributes['reservation/UpfrontValue'];
  return new Decimal(stated && Number(stated) > 0 ? stated : row.upfront_fee);
}

function regionOf({ commitment_type, attributes, region }: FeeRow): string | null {
  const found = commitment_type === 'savings_plan' ? attributes['savingsPlan/Region'] : region;
  return !found || found === 'global' || found === 'Any' ? null : found;
}

/** Recurring fee of an hour, and the share of upfront payments that an hour of the term has. */
function hourlyCost(row: FeeRow, count: number, termHours: number): Decimal {
  const { attributes } = row;
  const committed = attributes['savingsPlan/TotalCommitmentToDate'];
  const hours = Number(row.recurring_hours);
  if (committed && hours > 0) return new Decimal(committed).div(hours);
  const units = attributes['reservation/TotalReservedUnits'];
  const recurring = new Decimal(row.recurring_fee);
  const perHour =
    count > 0 && Number(units) > 0
      ? recurring.times(count).div(units!)
      : // A monthly payment that is dated on one day is for the whole month.
        recurring.div(hours > 24 || row.provider === 'aws' ? Math.max(hours, 1) : hoursPerMonth);
  return termHours > 0 ? perHour.plus(upfrontOf(row).div(termHours)) : perHour;
}
