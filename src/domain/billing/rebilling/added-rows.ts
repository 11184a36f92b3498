import { type InsertStatement, type Literal, parseBillingSql } from '../billing-rules/index.js';
import { parseDate } from '../../../platform/lib/time.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { type AssignedRule, ruleGroup, windowOf } from './assigned-rules.js';

/** A row that a rule adds. */
export interface AddedRow {
  ruleToken: string;
  /** `YYYY-MM-DD` */
  date: string;
  amount: string;
  /** Null: that of the service's rows. */
  provider: string | null;
  service: string;
  chargeType: string;
  category: string | null;
  subcategory: string | null;
  /** Null: that of the account's costs. */
  currency: string | null;
  billingAccount: string | null;
  account: string | null;
  region: string | null;
  resource: string | null;
  usageAmount: string | null;
  usageUnit: string | null;
}

interface Months {
  /** Month of the account's first costs, for rules without a start. */
  firstCosts: string | undefined;
  today: string;
}

/** The rows of charges and credits, one per month. */
export function monthlyRows(rules: readonly AssignedRule[], months: Months): AddedRow[] {
  return rules
    .filter((rule) => rule.execution_group === ruleGroup.monthly)
    .flatMap((rule) => {
      const isCredit = rule.type.toLowerCase() === 'credit';
      const row = {
        ...emptyRow,
        ruleToken: rule.token,
        amount: isCredit ? `-${rule.amount ?? '0'}` : (rule.amount ?? '0'),
        service: rule.service ?? 'Unknown',
        category: rule.category,
        subcategory: rule.sub_category,
        chargeType: isCredit ? 'Credit' : 'Fee',
      };
      return monthsOf(rule, months).map((date) => ({ ...row, date }));
    });
}

/** The rows of INSERT rules: on their date, or one per month. */
export function insertedRows(rules: readonly AssignedRule[], months: Months): AddedRow[] {
  return rules
    .filter((rule) => rule.execution_group === ruleGroup.insert)
    .flatMap((rule) => {
      const statement = parseBillingSql(rule.sql_query ?? '') as InsertStatement;
      return statement.rows.flatMap((values) => {
        const row = rowOf(rule, statement, values);
        const dates = row.date === '' ? monthsOf(rule, months) : within(rule, row.date);
        return dates.map((date) => ({ ...row, date }));
      });
    });
}

const emptyRow: AddedRow = {
  ruleToken: '',
  date: '',
  amount: '0',
  provider: null,
  service: 'Unknown',
  chargeType: 'Usage',
  category: null,
  subcategory: null,
  currency: null,
  billingAccount: null,
  account: null,
  region: null,
  resource: null,
  usageAmount: null,
  usageUnit: null,
};

function rowOf(
  rule: AssignedRule,
  { columns }: InsertStatement,
  values: readonly Literal[],
): AddedRow {
  const given = new Map(
    columns.map(({ name }, index) => {
      const value = values[index];
      return [name, !value || value.type === 'null' ? null : value.value];
    }),
  );
  const text = (name: string) => given.get(name) ?? null;
  const provider = text('provider');
  const isAzure = provider === 'azure' || provider === 'azure_csp';
  const resourceAccount = text('resource_account_id');
  return {
    ruleToken: rule.token,
    date: parseDate(text('accrued_at') ?? '') ?? '',
    amount: text('amount') ?? '0',
    provider,
    service: text('service') ?? 'Unknown',
    chargeType: text('cost_type') ?? 'Usage',
    category: text('cost_category'),
    subcategory: text('cost_sub_category'),
    currency: text('currency')?.toUpperCase() ?? null,
    billingAccount: text('billing_account_id') ?? (isAzure ? resourceAccount : null),
    account: text('account_id') ?? (isAzure ? null : resourceAccount),
    region: text('region'),
    resource: text('resource_id'),
    usageAmount: text('usage_amount'),
    usageUnit: text('usage_amount') === null ? null : (text('usage_unit') ?? 'Units'),
  };
}

function within(rule: AssignedRule, date: string): string[] {
  const { start, end } = windowOf(rule);
  return (start === undefined || date >= start) && (end === undefined || date <= end) ? [date] : [];
}

/**
 * The dates of a row per month: the first day of the rule, then the first day of each month, up to the
 * end of the rule. Months that have not begun have no row yet.
 */
function monthsOf(rule: AssignedRule, { firstCosts, today }: Months): string[] {
  const { start = firstCosts, end } = windowOf(rule);
  if (start === undefined) return [];
  const last = end !== undefined && end < today ? end : today;
  const dates: string[] = [];
  for (let date = start; date.slice(0, 7) <= last.slice(0, 7); date = firstOfMonth(date, 1)) {
    dates.push(date);
  }
  return dates;
}
