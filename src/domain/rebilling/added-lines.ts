import { literal, selectList } from '../../platform/store/clickhouse/sql-text.js';
import { lineDefaults } from '../ingest/line-defaults.js';
import type { Sql } from '../ingest/sql/sql.js';
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
const fields: Readonly<Record<string, string>> = {
  number: 'UInt64',
  rule: 'String',
  rule_number: 'String',
  integration: 'String',
  date: 'Date',
  amount: 'Decimal(38, 18)',
  provider: 'String',
  service: 'String',
  charge_type: 'String',
  category: 'Nullable(String)',
  subcategory: 'Nullable(String)',
  currency: 'String',
  billing_account: 'Nullable(String)',
  account: 'Nullable(String)',
  region: 'Nullable(String)',
  resource: 'Nullable(String)',
  usage_amount: 'Nullable(Decimal(38, 18))',
  usage_unit: 'Nullable(String)',
};

const chargeGroup =
  "multiIf(r.charge_type IN ('Credit', 'Fee', 'Refund', 'Tax'), lower(r.charge_type), endsWith(r.charge_type, 'Discount'), 'discount', 'usage')";

/** The lines of rows that rules add, as a SELECT. Their file is the rule, and rows are numbered by rule. */
export function addedLines(rows: readonly PlacedRow[]): Sql {
  const type = Object.entries(fields).map(([name, each]) => `${name} ${each}`);
  const numbers = new Map<string, number>();
  const tuples = rows.map((row) => {
    const number = (numbers.get(row.ruleToken) ?? 0) + 1;
    numbers.set(row.ruleToken, number);
    return tupleOf(row, number);
  });
  const columns: Record<string, Sql> = {
    load_id: 'toUInt32(0)',
    integration_token: 'r.integration',
    source_format: "'billing_rule'",
    source_file: 'r.rule',
    source_row: 'r.number',
    part: 'toUInt32(0)',
    line_kind: "'charge'",
    usage_date: 'r.date',
    granularity: "'day'",
    tag_set_id: 'toUInt64(0)',
    tags: 'CAST(map() AS Map(LowCardinality(String), String))',
    ...lineDefaults,
    billing_period: 'toStartOfMonth(r.date)',
    charge_start: "toDateTime(r.date, 'UTC')",
    charge_end: "addDays(toDateTime(r.date, 'UTC'), 1)",
    provider: 'r.provider',
    provider_account_id: 'r.billing_account',
    account_id: 'r.account',
    service: 'r.service',
    cost_category: 'r.category',
    cost_subcategory: 'r.subcategory',
    resource_id: 'r.resource',
    region: 'r.region',
    charge_type: 'r.charge_type',
    charge_group: chargeGroup,
    commitment_type: `if(${chargeGroup} IN ('credit', 'refund', 'tax'), ${chargeGroup}, 'other')`,
    usage_amount: 'r.usage_amount',
    usage_unit: 'r.usage_unit',
    billed_cost: 'r.amount',
    effective_cost: 'r.amount',
    currency: 'r.currency',
    attributes: "CAST(map('billing_rules', r.rule_number) AS Map(LowCardinality(String), String))",
  };
  return `SELECT ${selectList(columns)} FROM (
    SELECT arrayJoin(CAST([${tuples.join(', ')}] AS Array(Tuple(${type.join(', ')})))) AS r
  )`;
}

function tupleOf(row: PlacedRow, number: number): Sql {
  const optional = (value: string | null) => (value === null ? 'NULL' : literal(value));
  const decimal = (value: string | null) =>
    value === null ? 'NULL' : `toDecimal128('${value}', 18)`;
  const values: Record<string, Sql> = {
    number: String(number),
    rule: literal(row.ruleToken),
    rule_number: literal(String(row.ruleNumber)),
    integration: literal(row.integrationToken),
    date: `toDate(${literal(row.date)})`,
    amount: decimal(row.amount),
    provider: literal(row.provider),
    service: literal(row.service),
    charge_type: literal(row.chargeType),
    category: optional(row.category),
    subcategory: optional(row.subcategory),
    currency: literal(row.currency),
    billing_account: optional(row.billingAccount),
    account: optional(row.account),
    region: optional(row.region),
    resource: optional(row.resource),
    usage_amount: decimal(row.usageAmount),
    usage_unit: optional(row.usageUnit),
  };
  return `(${Object.keys(fields)
    .map((name) => values[name])
    .join(', ')})`;
}
