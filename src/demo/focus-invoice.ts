import type { Sql } from '../domain/ingest/sql/sql.js';
import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Anomaly, Cloud, Commitment } from './clouds.js';
import { type FocusColumn, focusSelect } from './focus-columns.js';
import { commonColumns } from './focus-usage.js';
import type { History } from './history.js';

/** All charges except usage, derived from the usage files: fees, commitments, credits, refunds, taxes. */
export function focusInvoice(cloud: Cloud, history: History, usage: Sql): Sql {
  const charge = (columns: Partial<Record<FocusColumn, Sql>>, from: Sql): Sql => {
    const defaults = {
      ...commonColumns(cloud, history, 'start'),
      ListCost: 'billed',
      ContractedCost: 'billed',
    };
    return `${focusSelect({ ...defaults, BilledCost: 'billed', EffectiveCost: 'billed', ChargePeriodStart: 'start', ...columns })}\nFROM (${from})`;
  };
  const charges = [
    charge(taxColumns, taxAmounts(cloud, usage)),
    charge(
      supportColumns(cloud),
      monthlyAmounts(usage, `sum(EffectiveCost) * toDecimal128(${literal(cloud.supportRate)}, 2)`),
    ),
    charge(
      marketplaceColumns(cloud),
      monthlyAmounts(usage, `toDecimal128(${literal(cloud.marketplace.price)}, 12)`),
    ),
    charge(creditColumns(cloud), creditAmounts(cloud, history, usage)),
    ...cloud.commitments.map((each) =>
      charge(commitmentColumns(cloud, each), commitmentFees(each, history, usage)),
    ),
    ...cloud.anomalies
      .filter(({ refunded }) => refunded)
      .map((each) => charge(refundColumns, refundAmounts(each, history, usage))),
  ];
  return charges.join('\nUNION ALL\n');
}

const endOfMonth = 'toDateTime(toLastDayOfMonth(start) + 1)';
const startOfMonth = 'toDateTime(toStartOfMonth(ChargePeriodStart))';

function monthlyAmounts(usage: Sql, billed: Sql): Sql {
  return `SELECT ${startOfMonth} AS start, ${billed} AS billed FROM ${usage} GROUP BY start`;
}

function taxAmounts({ taxRate }: Cloud, usage: Sql): Sql {
  return `SELECT ${startOfMonth} AS start, SubAccountId, SubAccountName,
    round(sum(BilledCost) * toDecimal128(${literal(taxRate)}, 2), 2) AS billed
  FROM ${usage} GROUP BY start, SubAccountId, SubAccountName HAVING billed > 0`;
}

const taxColumns = {
  ChargePeriodEnd: endOfMonth,
  ChargeCategory: "'Tax'",
  ChargeDescription: "'Monthly tax'",
  ServiceName: "'Tax'",
  ServiceCategory: "'Other'",
  SubAccountId: 'SubAccountId',
  SubAccountName: 'SubAccountName',
};

function payerColumns({ accounts: [first], provider }: Cloud): Partial<Record<FocusColumn, Sql>> {
  const id = provider === 'azure' ? `/subscriptions/${first?.id}` : (first?.id ?? '');
  return { SubAccountId: literal(id), SubAccountName: literal(first?.name ?? '') };
}

function supportColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: endOfMonth,
    ChargeCategory: "'Purchase'",
    ChargeFrequency: "'Recurring'",
    ChargeDescription: literal(`${cloud.supportName}, monthly`),
    ServiceName: literal(cloud.supportName),
    ServiceCategory: "'Management and Governance'",
  };
}

function marketplaceColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  const { product, publisher } = cloud.marketplace;
  return {
    ...supportColumns(cloud),
    ChargeDescription: literal(`${product} subscription`),
    ServiceName: literal(product),
    PublisherName: literal(publisher),
  };
}

function creditColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: endOfMonth,
    ChargeCategory: "'Credit'",
    ChargeDescription: literal(cloud.credit.name),
    ServiceName: literal(cloud.credit.name),
    ServiceCategory: "'Other'",
  };
}

function creditAmounts(
  { credit: { rate, months } }: Cloud,
  { beginning }: History,
  usage: Sql,
): Sql {
  const end = `toDate(${literal(beginning)}) + INTERVAL ${months} MONTH`;
  return `SELECT * FROM (${monthlyAmounts(usage, `-round(sum(BilledCost) * toDecimal128(${literal(rate)}, 2), 2)`)}) WHERE start < ${end}`;
}

/** A commitment costs the same every day, so the fee of a month or year follows from its first day. */
function commitmentFees({ id, payment }: Commitment, { beginning }: History, usage: Sql): Sql {
  const firstDay = `sumIf(EffectiveCost, toDate(ChargePeriodStart) = toStartOfMonth(ChargePeriodStart))`;
  const ofCommitment = `${usage} WHERE CommitmentDiscountId = ${literal(id)}`;
  const firstDayOfHistory = `toDate(${literal(beginning)})`;
  return payment === 'monthly'
    ? `SELECT ${startOfMonth} AS start, ${firstDay} * toDayOfMonth(toLastDayOfMonth(start)) AS billed FROM ${ofCommitment} GROUP BY start`
    : `SELECT ${startOfMonth} AS start, ${firstDay} * dateDiff('day', toDate(start), toDate(start + INTERVAL 1 YEAR)) AS billed FROM ${ofCommitment}
       GROUP BY start HAVING toMonth(start) = toMonth(${firstDayOfHistory})`;
}

function commitmentColumns(
  cloud: Cloud,
  commitment: Commitment,
): Partial<Record<FocusColumn, Sql>> {
  const isMonthly = commitment.payment === 'monthly';
  return {
    ...payerColumns(cloud),
    ChargePeriodEnd: isMonthly ? endOfMonth : 'start + INTERVAL 1 YEAR',
    ChargeCategory: "'Purchase'",
    ChargeFrequency: isMonthly ? "'Recurring'" : "'One-Time'",
    ChargeDescription: literal(commitment.name),
    // Its cost is amortized over the charges it covers, so the fee itself has no effective cost.
    EffectiveCost: '0',
    ServiceName: literal(
      cloud.meters.find((meter) => meter.commitment === commitment.key)?.service ?? '',
    ),
    ServiceCategory: "'Compute'",
    PricingCategory: "'Committed'",
    CommitmentDiscountCategory: literal(commitment.category),
    CommitmentDiscountId: literal(commitment.id),
    CommitmentDiscountName: literal(commitment.name),
    CommitmentDiscountType: literal(commitment.type),
  };
}

const refundColumns = {
  ChargePeriodEnd: 'start + INTERVAL 1 DAY',
  ChargeCategory: "'Adjustment'",
  ChargeClass: "'Correction'",
  ChargeFrequency: "'One-Time'",
  ChargeDescription: "concat('Refund for unexpected usage: ', x_UsageType)",
  ServiceName: 'ServiceName',
  ServiceCategory: 'ServiceCategory',
  SubAccountId: 'SubAccountId',
  SubAccountName: 'SubAccountName',
  x_UsageType: 'x_UsageType',
};

/** Half of the cost of an anomaly is refunded ten days after its end. */
function refundAmounts(
  { account, usageType, fromDay, days }: Anomaly,
  { beginning, to }: History,
  usage: Sql,
): Sql {
  const day = `dateDiff('day', toDate(${literal(beginning)}), toDate(ChargePeriodStart))`;
  return `SELECT toDateTime(toDate(max(ChargePeriodStart)) + 10) AS start, SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType,
    -round(sum(BilledCost) / 2, 2) AS billed
  FROM ${usage}
  WHERE SubAccountName = ${literal(account)} AND x_UsageType = ${literal(usageType)} AND ${day} % 365 BETWEEN ${fromDay} AND ${fromDay + days - 1}
  GROUP BY intDiv(${day}, 365), SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType
  HAVING start <= toDate(${literal(to)})`;
}
