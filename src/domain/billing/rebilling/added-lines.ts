import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import { lineDefaults } from '../../intake/ingest/index.js';
import type { AddedRow } from './added-rows.js';

/** A row that a rule adds, with everything that its line needs. */
export interface PlacedRow extends AddedRow {
  provider: string;
  currency: string;
  integrationToken: string;
  /** Of its rule, from 1. */
  ruleNumber: number;
}

/** Type of the tuples that rows are written as. */
const fields: Readonly<Record<string, Sql>> = {
  number: sql`UInt64`,
  rule: sql`String`,
  rule_number: sql`String`,
  integration: sql`String`,
  date: sql`Date`,
  amount: sql`Decimal(38, 18)`,
  provider: sql`String`,
  service: sql`String`,
  charge_type: sql`String`,
  category: sql`Nullable(String)`,
  subcategory: sql`Nullable(String)`,
  currency: sql`String`,
  billing_account: sql`Nullable(String)`,
  account: sql`Nullable(String)`,
  region: sql`Nullable(String)`,
  resource: sql`Nullable(String)`,
  usage_amount: sql`Nullable(Decimal(38, 18))`,
  usage_unit: sql`Nullable(String)`,
};

const chargeGroup = sql`multiIf(
  r.charge_type IN ('Credit', 'Fee', 'Refund', 'Tax'), lower(r.charge_type),
  endsWith(r.charge_type, 'Discount'), 'discount',
  'usage'
)`;

/** The lines of rows that rules add, as a SELECT. Their file is the rule, and rows are numbered by rule. */
export function addedLines(rows: readonly PlacedRow[]): Sql {
  const type = Object.entries(fields).map(([name, each]) => sql`${sql.ref(name)} ${each}`);
  const numbers = new Map<string, number>();
  const tuples = rows.map((row) => {
    const number = (numbers.get(row.ruleToken) ?? 0) + 1;
    numbers.set(row.ruleToken, number);
    return tupleOf(row, number);
  });
  const columns: Record<string, Sql> = {
    load_id: sql`toUInt32(0)`,
    integration_token: sql`r.integration`,
    source_format: sql`'billing_rule'`,
    source_file: sql`r.rule`,
    source_row: sql`r.number`,
    part: sql`toUInt32(0)`,
    line_kind: sql`'charge'`,
    usage_date: sql`r.date`,
    granularity: sql`'day'`,
    tag_set_id: sql`toUInt64(0)`,
    tags: sql`CAST(map() AS Map(LowCardinality(String), String))`,
    ...lineDefaults,
    billing_period: sql`toStartOfMonth(r.date)`,
    charge_start: sql`toDateTime(r.date, 'UTC')`,
    charge_end: sql`addDays(toDateTime(r.date, 'UTC'), 1)`,
    provider: sql`r.provider`,
    provider_account_id: sql`r.billing_account`,
    account_id: sql`r.account`,
    service: sql`r.service`,
    cost_category: sql`r.category`,
    cost_subcategory: sql`r.subcategory`,
    resource_id: sql`r.resource`,
    region: sql`r.region`,
    charge_type: sql`r.charge_type`,
    charge_group: chargeGroup,
    commitment_type: sql`if(${chargeGroup} IN ('credit', 'refund', 'tax'), ${chargeGroup}, 'other')`,
    usage_amount: sql`r.usage_amount`,
    usage_unit: sql`r.usage_unit`,
    billed_cost: sql`r.amount`,
    effective_cost: sql`r.amount`,
    currency: sql`r.currency`,
    attributes: sql`CAST(map('billing_rules', r.rule_number) AS Map(LowCardinality(String), String))`,
  };
  return sql`SELECT ${selectList(columns)} FROM (
    SELECT arrayJoin(CAST([${sql.join(tuples)}] AS Array(Tuple(${sql.join(type)})))) AS r
  )`;
}

function tupleOf(row: PlacedRow, number: number): Sql {
  const optional = (value: string | null) => (value === null ? sql`NULL` : sql.literal(value));
  const decimal = (value: string | null) =>
    value === null ? sql`NULL` : sql`toDecimal128(${sql.literal(value)}, 18)`;
  const values: Record<string, Sql> = {
    number: sql`${number}`,
    rule: sql.literal(row.ruleToken),
    rule_number: sql.literal(String(row.ruleNumber)),
    integration: sql.literal(row.integrationToken),
    date: sql`toDate(${sql.literal(row.date)})`,
    amount: decimal(row.amount),
    provider: sql.literal(row.provider),
    service: sql.literal(row.service),
    charge_type: sql.literal(row.chargeType),
    category: optional(row.category),
    subcategory: optional(row.subcategory),
    currency: sql.literal(row.currency),
    billing_account: optional(row.billingAccount),
    account: optional(row.account),
    region: optional(row.region),
    resource: optional(row.resource),
    usage_amount: decimal(row.usageAmount),
    usage_unit: optional(row.usageUnit),
  };
  return sql`(${sql.join(Object.keys(fields).map((name) => values[name]!))})`;
}
