import { describeRule } from '../../../../src/domain/billing/billing-rules/describe-rule.js';
import { executionGroup } from '../../../../src/domain/billing/billing-rules/execution-group.js';
import { ruleTypeOf } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import type { Schemas } from '../../api/types.js';

type BillingRule = Schemas['BillingRule'];

/** A rule at its place in the pipeline. */
export interface PlacedRule {
  token: string;
  title: string;
  /** What it does, in a few words. */
  effect: string;
  group: number;
}

/** The groups in the order in which they run. */
export const groups = [
  { group: 1, title: 'Changes of AWS rows', text: 'Custom SQL on the rows of AWS bills.' },
  {
    group: 2,
    title: 'Inserted costs',
    text: 'Custom SQL that adds rows, before costs are changed.',
  },
  {
    group: 3,
    title: 'Changes of costs',
    text: 'Exclusions, adjustments and custom SQL on all costs.',
  },
  {
    group: 4,
    title: 'Monthly charges and credits',
    text: 'Added last, so that no rule changes them.',
  },
] as const;

/** The group that the API would put a rule into. */
const groupOf = ({ type, sql_query: sql }: BillingRule): number =>
  executionGroup(ruleTypeOf(type) ?? 'custom', sql);

export const placed = (rule: BillingRule): PlacedRule => ({
  token: rule.token,
  title: rule.title,
  effect: describeRule(rule),
  group: groupOf(rule),
});

/** Rules in the order of their groups, and inside a group in the given order: the only order that is saved. */
export const inOrder = (rules: readonly PlacedRule[]): PlacedRule[] =>
  rules.toSorted((a, b) => a.group - b.group);
