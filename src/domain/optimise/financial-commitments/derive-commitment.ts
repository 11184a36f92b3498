import type { Selectable } from 'kysely';
import { Decimal } from '../../../platform/lib/decimal.js';
import { addMonths } from '../../../platform/lib/time.js';
import type { Tables } from '../../../platform/store/tables.js';
import { type CommitmentKind, awsKind, azureKind, gcpKind } from './commitment-kinds.js';
import type { FeeRow } from './fee-row.js';
import type { PeriodFees } from './period-fees.js';

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
export function deriveCommitment(
  row: FeeRow,
  periods: readonly PeriodFees[],
): Commitment | undefined {
  const kind = kindOf(row);
  if (!kind) return undefined;
  const years = yearsOf(row);
  const { starts_at, ends_at } = periodOf(row, years);
  const fees = feesOf(periods);
  const count = Math.round(Number((fees.recurring ?? fees.single)?.reservations ?? '0'));
  const termHours = Math.round((ends_at.getTime() - starts_at.getTime()) / hour);
  return {
    provider: row.provider,
    commitment_id: row.commitment_id,
    ...kind,
    account: row.account,
    amount: row.commitment_type === 'savings_plan' || !count ? null : count,
    term: years === null ? null : `${years} Year`,
    payment_type: paymentType(row, fees),
    region: regionOf(row),
    starts_at,
    ends_at,
    hourly_cost: hourlyCost(row, fees, termHours).toDecimalPlaces(18).toFixed(),
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

/** The latest fees that recur, and the latest payment that does not. */
interface Fees {
  recurring: PeriodFees | undefined;
  single: PeriodFees | undefined;
}

const feesOf = (periods: readonly PeriodFees[]): Fees => ({
  recurring: periods.find(({ recurs }) => recurs),
  single: periods.find(({ recurs }) => !recurs),
});

function paymentType(row: FeeRow, fees: Fees): string | null {
  const stated = row.attributes['savingsPlan/PaymentOption'] || row.purchase_option;
  if (stated) return stated.charAt(0).toUpperCase() + stated.slice(1).toLowerCase();
  const upfront =
    upfrontOf(fees).gt(0) || new Decimal(fees.recurring?.amortized_upfront ?? 0).gt(0);
  const recurring = new Decimal(fees.recurring?.fee ?? 0).gt(0);
  if (upfront) return recurring ? 'Partial upfront' : 'All upfront';
  return recurring ? 'No upfront' : null;
}

/** What was paid upfront for the whole term, of all instances; 0 where no bill says it. */
function upfrontOf({ recurring, single }: Fees): Decimal {
  const stated = new Decimal(recurring?.upfront_value ?? 0);
  return stated.gt(0) ? stated : new Decimal(single?.fee ?? 0);
}

function regionOf({ commitment_type, attributes, region }: FeeRow): string | null {
  const found = commitment_type === 'savings_plan' ? attributes['savingsPlan/Region'] : region;
  return !found || found === 'global' || found === 'Any' ? null : found;
}

/** What an hour of all instances costs: its recurring fee, and its share of what was paid upfront. */
function hourlyCost({ provider }: FeeRow, fees: Fees, termHours: number): Decimal {
  const { recurring } = fees;
  const upfront = upfrontOf(fees);
  const ofTerm = upfront.gt(0) && termHours > 0 ? upfront.div(termHours) : undefined;
  if (recurring === undefined) return ofTerm ?? new Decimal(0);
  const hours = paidHours(recurring, provider);
  const committed = new Decimal(recurring.committed);
  if (committed.gt(0)) return committed.div(hours);
  return new Decimal(recurring.fee)
    .div(hours)
    .plus(ofTerm ?? new Decimal(recurring.amortized_upfront).div(hours));
}

/** The hours that the fees of a period are for. */
function paidHours(
  { hours, reservations, reserved_units: units }: PeriodFees,
  provider: string,
): Decimal {
  const period = new Decimal(hours);
  // A reservation that ends within the month has fewer hours than the month.
  if (Number(reservations) > 0 && Number(units) > 0) {
    return Decimal.min(period, new Decimal(units).div(reservations));
  }
  // A monthly payment that is dated on one day is for the whole month.
  return period.gt(24) || provider === 'aws' ? Decimal.max(period, 1) : new Decimal(hoursPerMonth);
}
