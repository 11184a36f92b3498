import type { Sql } from '../../../../platform/store/sql.js';
import type { Filter } from '../check/check-filter.js';
import { leavesOf } from '../check/expression.js';
import { compileCondition } from './compile-condition.js';
import { type CompileContext, toTarget } from './compile-where.js';

/**
 * SQL of each condition of a filter on one field. Rows of which the same are true are the same to the
 * filter as far as this field is concerned; NULL counts as false.
 */
export function compileFieldTests(
  filter: Filter,
  fieldName: string,
  context: CompileContext,
): Sql[] {
  const target = toTarget(context);
  return leavesOf(filter.expression)
    .filter((leaf) => leaf.type === 'field' && leaf.field.name === fieldName)
    .map((leaf) => compileCondition(leaf, target));
}
