import type { QueryParameters } from './clickhouse-dialect.js';
import { compileLeaf, type Target } from './compile-condition.js';
import type { Expression } from '../check/expression.js';
import { conjunction, join } from './join-conditions.js';
import { type Branch, firstMatch, product, share, whole } from './weight.js';

/** The condition of an expression, and the share with which the rows it matches count. */
export function compileWeighted(
  expression: Expression,
  target: Target,
  parameters: QueryParameters,
): Branch {
  switch (expression.type) {
    case 'and': {
      const branches = expression.operands.map((part) => compileWeighted(part, target, parameters));
      const weight = product(
        branches.map((branch) => branch.weight),
        parameters,
      );
      return { condition: conjunction(branches.map((branch) => branch.condition)), weight };
    }
    case 'or': {
      const branches = expression.operands.map((part) => compileWeighted(part, target, parameters));
      const condition = join(
        'OR',
        branches.map((branch) => branch.condition),
      );
      return { condition, weight: firstMatch(branches, parameters) };
    }
    case 'allocation':
      return { condition: compileLeaf(expression, target), weight: share(expression.share) };
    default:
      return { condition: compileLeaf(expression, target), weight: whole };
  }
}
