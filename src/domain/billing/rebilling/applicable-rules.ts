import { ShapeFailure } from '../../../platform/lib/errors.js';
import { checkRule, ruleTypeOf } from '../billing-rules/index.js';
import type { AssignedRule } from './assigned-rules.js';
import type { RuleWarning } from './transform.js';

/**
 * The rules that can be applied, and why the others cannot. A rule is checked when it is saved; one that an
 * earlier release has accepted must not keep all others from being applied.
 */
export function applicableRules(rules: readonly AssignedRule[]): {
  applicable: AssignedRule[];
  warnings: RuleWarning[];
} {
  const applicable: AssignedRule[] = [];
  const warnings: RuleWarning[] = [];
  for (const rule of rules) {
    const problem = problemOf(rule);
    if (problem === undefined) applicable.push(rule);
    else
      warnings.push({
        code: 'not_applicable',
        ruleToken: rule.token,
        message: `The rule is not applied: ${problem}`,
      });
  }
  return { applicable, warnings };
}

function problemOf(rule: AssignedRule): string | undefined {
  try {
    checkRule(ruleTypeOf(rule.type)!, rule);
    return undefined;
  } catch (error) {
    if (error instanceof ShapeFailure) return error.message;
    throw error;
  }
}
