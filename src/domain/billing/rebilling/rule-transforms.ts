import type { Sql } from '../../../platform/store/sql.js';
import {
  type DeleteStatement,
  parseBillingSql,
  type UpdateStatement,
} from '../billing-rules/index.js';
import type { AssignedRule } from './assigned-rules.js';
import { customTransform } from './custom-transform.js';
import { adjustment, exclusion } from './simple-transform.js';
import type { Transform } from './transform.js';

/** A rule as a transform. */
export interface RuleTransform {
  transform: Transform;
  /** Lines that match, but stay as they are because a value divides by zero. */
  dividesByZero: Sql | null;
}

/** The transforms of rules that change or remove rows, in their order. */
export const ruleTransforms = (rules: readonly AssignedRule[]): RuleTransform[] =>
  rules.map(transformOf);

function transformOf(rule: AssignedRule): RuleTransform {
  switch (rule.type.toLowerCase()) {
    case 'exclusion':
      return { transform: exclusion(rule), dividesByZero: null };
    case 'adjustment':
      return { transform: adjustment(rule), dividesByZero: null };
    default: {
      // The group of a rule says that it is no INSERT.
      const statement = parseBillingSql(rule.sql_query ?? '');
      return customTransform(rule, statement as UpdateStatement | DeleteStatement);
    }
  }
}
