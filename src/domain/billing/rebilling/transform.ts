import type { Sql } from '../../../platform/store/sql.js';

/**
 * What a rule does to the lines that its condition matches. Conditions and values are SQL over the
 * columns of `row`, a line as the rules before left it.
 */
export type Transform = { ruleToken: string; where: Sql } & (
  | { kind: 'remove' }
  /** Multiplies both amounts by an exact decimal. */
  | { kind: 'scale'; factor: string }
  /** An amount that is NULL stays as it is. */
  | { kind: 'assign'; billed?: Sql; effective?: Sql; columns: Readonly<Record<string, Sql>> }
);

/** A problem of a rule that its owner should know about. */
export interface RuleWarning {
  code: 'not_applicable' | 'division_by_zero';
  ruleToken: string;
  message: string;
}
