import { type Sql, sql } from '../platform/store/sql.js';
import type { Anomaly, Cloud, Commitment } from './clouds.js';
import { type FocusColumn, focusSelect } from './focus-columns.js';
import { commonColumns } from './focus-usage.js';
import type { History } from './history.js';

/** All charges except usage, derived from the usage files: fees, commitments, credits, refunds, taxes. */
export function focusInvoice(cloud: Cloud, history: History, usage: Sql): Sql {
  const charge = (columns: Partial<Record<FocusColumn, Sql>>, from: Sql): Sql => {
    const select = focusSelect({
      ...commonColumns(cloud, history, sql`start`),
      ListCost: sql`billed`,
      ContractedCost: sql`billed`,
      BilledCost: sql`billed`,
      EffectiveCost: sql`billed`,
      ChargePeriodStart: sql`start`,
      ...columns,
    });
    return sql`${select}\nFROM (${from})`;
  };
  const supportRate = sql`toDecimal128(${sql.literal(cloud.supportRate)}, 2)`;
  const charges = [
    charge(taxColumns, taxAmounts(cloud, usage)),
    charge(supportColumns(cloud), monthlyAmounts(usage, sql`sum(EffectiveCost) * ${supportRate}`)),
    charge(
      marketplaceColumns(cloud),
      monthlyAmounts(usage, sql`toDecimal128(${sql.literal(cloud.marketplace.price)}, 12)`),
    ),
    charge(creditColumns(cloud), creditAmounts(cloud, history, usage)),
    ...cloud.commitments.map((each) =>
      charge(commitmentColumns(cloud, each), commitmentFees(each, history, usage)),
    ),
    ...cloud.anomalies
      .filter(({ refunded }) => refunded)
      .map((each) => charge(refundColumns, refundAmounts(each, history, usage))),
  ];
  return sql.join(charges, '\nUNION ALL\n');
}

const endOfMonth = sql`toDateTime(toLastDayOfMonth(start) + 1)`;
const startOfMonth = sql`toDateTime(toStartOfMonth(ChargePeriodStart))`;

function monthlyAmounts(usage: Sql, billed: Sql): Sql {
  return sql`SELECT ${startOfMonth} AS start, ${billed} AS billed FROM ${usage} GROUP BY start`;
}

function taxAmounts({ taxRate }: Cloud, usage: Sql): Sql {
  return sql`SELECT ${startOfMonth} AS start, SubAccountId, SubAccountName,
    round(sum(BilledCost) * toDecimal128(${sql.literal(taxRate)}, 2), 2) AS billed
  FROM ${usage} GROUP BY start, SubAccountId, SubAccountName HAVING billed > 0`;
}

const taxColumns = {
  ChargePeriodEnd: endOfMonth,
  ChargeCategory: sql`'Tax'`,
  ChargeDescription: sql`'Monthly tax'`,
  ServiceName: sql`'Tax'`,
  ServiceCategory: sql`'Other'`,
  SubAccountId: sql`SubAccountId`,
  SubAccountName: sql`SubAccountName`,
};

function payerColumns({ accounts: [first], provider }: Cloud): Partial<Record<FocusColumn, Sql>> {
  const id = provider === 'azure' ? `/subscriptions/${first?.id}` : (first?.id ?? '');
  return { SubAccountId: sql.literal(id), SubAccountName: sql.literal(first?.name ?? '') };
}

function supportColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: endOfMonth,
    ChargeCategory: sql`'Purchase'`,
    ChargeFrequency: sql`'Recurring'`,
    ChargeDescription: sql.literal(`${cloud.supportName}, monthly`),
    ServiceName: sql.literal(cloud.supportName),
    ServiceCategory: sql`'Management and Governance'`,
  };
}

function marketplaceColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  const { product, publisher } = cloud.marketplace;
  return {
    ...supportColumns(cloud),
    ChargeDescription: sql.literal(`${product} subscription`),
    ServiceName: sql.literal(product),
    PublisherName: sql.literal(publisher),
  };
}

function creditColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: endOfMonth,
    ChargeCategory: sql`'Credit'`,
    ChargeDescription: sql.literal(cloud.credit.name),
    ServiceName: sql.literal(cloud.credit.name),
    ServiceCategory: sql`'Other'`,
  };
}

function creditAmounts(
  { credit: { rate, months } }: Cloud,
  { beginning }: History,
  usage: Sql,
): Sql {
  const end = sql`toDate(${sql.literal(beginning)}) + INTERVAL ${months} MONTH`;
  const credited = sql`-round(sum(BilledCost) * toDecimal128(${sql.literal(rate)}, 2), 2)`;
  return sql`SELECT * FROM (${monthlyAmounts(usage, credited)}) WHERE start < ${end}`;
}

/** A commitment costs the same every day, so the fee of a month or year follows from its first day. */
function commitmentFees({ id, payment }: Commitment, { beginning }: History, usage: Sql): Sql {
  const firstDay = sql`sumIf(EffectiveCost, toDate(ChargePeriodStart) = toStartOfMonth(ChargePeriodStart))`;
  const ofCommitment = sql`${usage} WHERE CommitmentDiscountId = ${sql.literal(id)}`;
  const firstDayOfHistory = sql`toDate(${sql.literal(beginning)})`;
  const feeOf = (days: Sql) => sql`SELECT ${startOfMonth} AS start, ${firstDay} * ${days} AS billed
    FROM ${ofCommitment} GROUP BY start`;
  return payment === 'monthly'
    ? feeOf(sql`toDayOfMonth(toLastDayOfMonth(start))`)
    : sql`${feeOf(sql`dateDiff('day', toDate(start), toDate(start + INTERVAL 1 YEAR))`)}
       HAVING toMonth(start) = toMonth(${firstDayOfHistory})`;
}

function commitmentColumns(
  cloud: Cloud,
  commitment: Commitment,
): Partial<Record<FocusColumn, Sql>> {
  const isMonthly = commitment.payment === 'monthly';
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: isMonthly ? endOfMonth : sql`start + INTERVAL 1 YEAR`,
    ChargeCategory: sql`'Purchase'`,
    ChargeFrequency: isMonthly ? sql`'Recurring'` : sql`'One-Time'`,
    ChargeDescription: sql.literal(commitment.name),
    // Its cost is amortized over the charges it covers, so the fee itself has no effective cost.
    EffectiveCost: sql`0`,
    ServiceName: sql.literal(
      cloud.meters.find((meter) => meter.commitment === commitment.key)?.service ?? '',
    ),
    ServiceCategory: sql`'Compute'`,
    PricingCategory: sql`'Committed'`,
    CommitmentDiscountCategory: sql.literal(commitment.category),
    CommitmentDiscountId: sql.literal(commitment.id),
    CommitmentDiscountName: sql.literal(commitment.name),
    CommitmentDiscountType: sql.literal(commitment.type),
  };
}

const refundColumns = {
  ChargePeriodEnd: sql`start + INTERVAL 1 DAY`,
  ChargeCategory: sql`'Adjustment'`,
  ChargeClass: sql`'Correction'`,
  ChargeFrequency: sql`'One-Time'`,
  ChargeDescription: sql`concat('Refund for unexpected usage: ', x_UsageType)`,
  ServiceName: sql`ServiceName`,
  ServiceCategory: sql`ServiceCategory`,
  SubAccountId: sql`SubAccountId`,
  SubAccountName: sql`SubAccountName`,
  x_UsageType: sql`x_UsageType`,
};

/** Half of the cost of an anomaly is refunded ten days after its end. */
function refundAmounts(
  { account, usageType, fromDay, days }: Anomaly,
  { beginning, to }: History,
  usage: Sql,
): Sql {
  const day = sql`dateDiff('day', toDate(${sql.literal(beginning)}), toDate(ChargePeriodStart))`;
  return sql`SELECT toDateTime(toDate(max(ChargePeriodStart)) + 10) AS start,
    SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType,
    -round(sum(BilledCost) / 2, 2) AS billed
  FROM ${usage}
  WHERE SubAccountName = ${sql.literal(account)} AND x_UsageType = ${sql.literal(usageType)}
    AND ${day} % 365 BETWEEN ${fromDay} AND ${fromDay + days - 1}
  GROUP BY intDiv(${day}, 365), SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType
  HAVING start <= toDate(${sql.literal(to)})`;
}
