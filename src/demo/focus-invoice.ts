import type { Sql } from '../domain/ingest/sql/sql.js';
import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Anomaly, Cloud, Commitment } from './clouds.js';
import { type FocusColumn, focusSelect } from './focus-columns.js';
import { billOf } from './focus-usage.js';
import type { History } from './history.js';

/** What a bill has beside usage, worked out from the usage files: fees, commitments, credits, refunds, taxes. */
export function focusInvoice(cloud: Cloud, history: History, usage: Sql): Sql {
  const charge = (columns: Partial<Record<FocusColumn, Sql>>, from: Sql): Sql => {
    const common = {
      ...billOf(cloud, history, 'start'),
      ListCost: 'billed',
      ContractedCost: 'billed',
    };
    return `${focusSelect({ ...common, BilledCost: 'billed', EffectiveCost: 'billed', ChargePeriodStart: 'start', ...columns })}\nFROM (${from})`;
  };
  const charges = [
    charge(tax, taxed(cloud, usage)),
    charge(
      support(cloud),
      monthly(usage, `sum(EffectiveCost) * toDecimal128(${literal(cloud.supportRate)}, 2)`),
    ),
    charge(
      subscription(cloud),
      monthly(usage, `toDecimal128(${literal(cloud.marketplace.price)}, 12)`),
    ),
    charge(credit(cloud), credited(cloud, history, usage)),
    ...cloud.commitments.map((each) => charge(purchase(cloud, each), fee(each, history, usage))),
    ...cloud.anomalies
      .filter(({ refunded }) => refunded)
      .map((each) => charge(refund, refunds(each, history, usage))),
  ];
  return charges.join('\nUNION ALL\n');
}

const wholeMonth = 'toDateTime(toLastDayOfMonth(start) + 1)';
const month = 'toDateTime(toStartOfMonth(ChargePeriodStart))';

function monthly(usage: Sql, billed: Sql): Sql {
  return `SELECT ${month} AS start, ${billed} AS billed FROM ${usage} GROUP BY start`;
}

function taxed({ taxRate }: Cloud, usage: Sql): Sql {
  return `SELECT ${month} AS start, SubAccountId, SubAccountName,
    round(sum(BilledCost) * toDecimal128(${literal(taxRate)}, 2), 2) AS billed
  FROM ${usage} GROUP BY start, SubAccountId, SubAccountName HAVING billed > 0`;
}

const tax = {
  ChargePeriodEnd: wholeMonth,
  ChargeCategory: "'Tax'",
  ChargeDescription: "'Tax of the month'",
  ServiceName: "'Tax'",
  ServiceCategory: "'Other'",
  SubAccountId: 'SubAccountId',
  SubAccountName: 'SubAccountName',
};

function payer({ accounts: [first], provider }: Cloud): Partial<Record<FocusColumn, Sql>> {
  const id = provider === 'azure' ? `/subscriptions/${first?.id}` : (first?.id ?? '');
  return { SubAccountId: literal(id), SubAccountName: literal(first?.name ?? '') };
}

function support(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payer(cloud),
    ChargePeriodEnd: wholeMonth,
    ChargeCategory: "'Purchase'",
    ChargeFrequency: "'Recurring'",
    ChargeDescription: literal(`${cloud.supportName}, by the month`),
    ServiceName: literal(cloud.supportName),
    ServiceCategory: "'Management and Governance'",
  };
}

function subscription(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  const { product, publisher } = cloud.marketplace;
  return {
    ...support(cloud),
    ChargeDescription: literal(`Subscription to ${product}`),
    ServiceName: literal(product),
    PublisherName: literal(publisher),
  };
}

function credit(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  return {
    ...payer(cloud),
    ChargePeriodEnd: wholeMonth,
    ChargeCategory: "'Credit'",
    ChargeDescription: literal(cloud.credit.name),
    ServiceName: literal(cloud.credit.name),
    ServiceCategory: "'Other'",
  };
}

function credited({ credit: { rate, months } }: Cloud, { beginning }: History, usage: Sql): Sql {
  const end = `toDate(${literal(beginning)}) + INTERVAL ${months} MONTH`;
  return `SELECT * FROM (${monthly(usage, `-round(sum(BilledCost) * toDecimal128(${literal(rate)}, 2), 2)`)}) WHERE start < ${end}`;
}

/** A commitment costs the same every day, so its first day tells what the month or the year costs. */
function fee({ id, payment }: Commitment, { beginning }: History, usage: Sql): Sql {
  const firstDay = `sumIf(EffectiveCost, toDate(ChargePeriodStart) = toStartOfMonth(ChargePeriodStart))`;
  const ofCommitment = `${usage} WHERE CommitmentDiscountId = ${literal(id)}`;
  const begun = `toDate(${literal(beginning)})`;
  return payment === 'monthly'
    ? `SELECT ${month} AS start, ${firstDay} * toDayOfMonth(toLastDayOfMonth(start)) AS billed FROM ${ofCommitment} GROUP BY start`
    : `SELECT ${month} AS start, ${firstDay} * dateDiff('day', toDate(start), toDate(start + INTERVAL 1 YEAR)) AS billed FROM ${ofCommitment}
       GROUP BY start HAVING toMonth(start) = toMonth(${begun})`;
}

function purchase(cloud: Cloud, commitment: Commitment): Partial<Record<FocusColumn, Sql>> {
  const isMonthly = commitment.payment === 'monthly';
  return {
    ...payer(cloud),
    ChargePeriodEnd: isMonthly ? wholeMonth : 'start + INTERVAL 1 YEAR',
    ChargeCategory: "'Purchase'",
    ChargeFrequency: isMonthly ? "'Recurring'" : "'One-Time'",
    ChargeDescription: literal(commitment.name),
    // Its cost is that of the charges it covers, so it has none of its own in the amortised view.
    EffectiveCost: '0',
    ServiceName: literal(
      cloud.meters.find((meter) => meter.commitment === commitment.key)?.service ?? '',
    ),
    ServiceCategory: "'Compute'",
    PricingCategory: "'Committed'",
    CommitmentDiscountCategory: literal(commitment.basis),
    CommitmentDiscountId: literal(commitment.id),
    CommitmentDiscountName: literal(commitment.name),
    CommitmentDiscountType: literal(commitment.type),
  };
}

const refund = {
  ChargePeriodEnd: 'start + INTERVAL 1 DAY',
  ChargeCategory: "'Adjustment'",
  ChargeClass: "'Correction'",
  ChargeFrequency: "'One-Time'",
  ChargeDescription: "concat('Refund of unexpected use: ', x_UsageType)",
  ServiceName: 'ServiceName',
  ServiceCategory: 'ServiceCategory',
  SubAccountId: 'SubAccountId',
  SubAccountName: 'SubAccountName',
  x_UsageType: 'x_UsageType',
};

/** Half of what it cost comes back ten days after its end. */
function refunds(
  { account, usage: type, from, days }: Anomaly,
  { beginning, to }: History,
  usage: Sql,
): Sql {
  const day = `dateDiff('day', toDate(${literal(beginning)}), toDate(ChargePeriodStart))`;
  return `SELECT toDateTime(toDate(max(ChargePeriodStart)) + 10) AS start, SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType,
    -round(sum(BilledCost) / 2, 2) AS billed
  FROM ${usage}
  WHERE SubAccountName = ${literal(account)} AND x_UsageType = ${literal(type)} AND ${day} % 365 BETWEEN ${from} AND ${from + days - 1}
  GROUP BY intDiv(${day}, 365), SubAccountId, SubAccountName, ServiceName, ServiceCategory, x_UsageType
  HAVING start <= toDate(${literal(to)})`;
}
