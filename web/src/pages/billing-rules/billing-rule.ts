import type { RuleType } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import type { Schemas } from '../../api/types.js';
import type { useForm } from '../../parts/use-form.js';

export type BillingRule = Schemas['BillingRule'];

export const rulesPath = '/v2/billing_rules';
export const rulePath = '/v2/billing_rules/{billing_rule_token}';

/** What the console says of each type. */
export const typeTexts: Readonly<Record<RuleType, { title: string; summary: string }>> = {
  exclusion: {
    title: 'Exclusion',
    summary: 'Removes the costs of a charge type, such as reservation fees or taxes.',
  },
  adjustment: {
    title: 'Adjustment',
    summary: 'Shows a percentage of the cost: a discount below 100 %, a markup above.',
  },
  credit: { title: 'Credit', summary: 'Subtracts an amount from every month.' },
  charge: { title: 'Charge', summary: 'Adds an amount to every month, such as a service fee.' },
  custom: {
    title: 'Custom SQL',
    summary: 'Changes, removes or adds costs with a statement of your own.',
  },
};

/** The values of the form: texts, also of fields that the type does not have. */
export interface RuleValues extends Record<string, unknown> {
  title: string;
  start_date: string;
  end_date: string;
  apply_to_all: boolean;
  charge_type: string;
  percentage: string;
  service: string;
  category: string;
  sub_category: string;
  amount: string;
  sql_query: string;
}

export type RuleForm = ReturnType<typeof useForm<RuleValues>>;

/** Labels of fields that differ from their names in the API. */
export const fieldLabels: Partial<Record<keyof RuleValues & string, string>> = {
  sub_category: 'Subcategory',
  amount: 'Amount per month',
  sql_query: 'Statement',
};

/** The values of a stored rule, or of a new one. */
export function valuesOf(rule?: BillingRule): RuleValues {
  return {
    title: rule?.title ?? '',
    start_date: dayOf(rule?.start_date),
    end_date: dayOf(rule?.end_date),
    apply_to_all: rule?.apply_to_all ?? false,
    charge_type: rule?.charge_type ?? '',
    percentage: withoutZero(rule?.percentage),
    service: rule?.service ?? '',
    category: rule?.category ?? '',
    sub_category: rule?.sub_category ?? '',
    amount: withoutZero(rule?.amount),
    sql_query: rule?.sql_query ?? '',
  };
}

/** Rules of API clients can have timestamps; the form shows their day. */
const dayOf = (date: string | null | undefined) => date?.slice(0, 10) ?? '';
const withoutZero = (decimal: string | null | undefined) => decimal?.replace(/\.0$/, '') ?? '';

/**
 * The body of a request. Decimals are sent as text, so that no digit is lost; a date that was not
 * changed stays as its client wrote it.
 */
export function bodyOf(values: RuleValues, stored?: BillingRule) {
  const { percentage, amount, start_date: start, end_date: end, ...rest } = values;
  const dateOf = (day: string, before: string | null | undefined) =>
    day === dayOf(before) ? before : day || null;
  return {
    ...rest,
    start_date: dateOf(start, stored?.start_date),
    end_date: dateOf(end, stored?.end_date),
    // The API takes numbers or their text; its description knows numbers only.
    ...(percentage.trim() !== '' && { percentage: percentage.trim() as unknown as number }),
    ...(amount.trim() !== '' && { amount: amount.trim() as unknown as number }),
  };
}
