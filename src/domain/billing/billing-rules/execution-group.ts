import { badRequest } from '../../../platform/lib/errors.js';
import type { RuleType } from './rule-type.js';
import { parseBillingSql } from './sql/parse-statement.js';

/**
 * Rules run group by group: 1 transforms of AWS rows, 2 inserted costs, 3 transforms of costs,
 * 4 monthly charges and credits, which no other rule changes.
 */
export type ExecutionGroup = 1 | 2 | 3 | 4;

/** The group of a rule; a custom one must have been checked. */
export function executionGroup(type: RuleType, sqlQuery: string | null): ExecutionGroup {
  if (type === 'charge' || type === 'credit') return 4;
  if (type !== 'custom') return 3;
  const { kind, dataset } = parseBillingSql(sqlQuery ?? '');
  if (kind === 'insert') return 2;
  return dataset === 'aws' ? 1 : 3;
}

/** Refuses a list of rules, given as their groups, that goes back to an earlier group. */
export function checkRuleOrder(groups: readonly number[]): void {
  if (groups.every((group, index) => index === 0 || group >= groups[index - 1]!)) return;
  throw badRequest(
    'billing_rule_tokens must be ordered by execution group: AWS transforms, COST inserts, COST transforms, monthly inserts',
  );
}

interface PlacedRule {
  token: string;
  execution_group: number;
}

/**
 * The rules of a new managed account: those that were given, and those that apply to all accounts at
 * the end of their groups.
 */
export function withRulesForAll<Rule extends PlacedRule>(
  given: readonly Rule[],
  forAll: readonly Rule[],
): Rule[] {
  const tokens = new Set(given.map(({ token }) => token));
  const missing = forAll.filter(({ token }) => !tokens.has(token));
  return [...given, ...missing].toSorted((a, b) => a.execution_group - b.execution_group);
}
