import type { Condition, Expression } from './statement.js';

/** What the parser reads before it knows whether a value or a condition is meant. */
export type Node = Expression | Condition;

const conditionTypes: ReadonlySet<Node['type']> = new Set([
  'compare',
  'in',
  'like',
  'is_null',
  'and',
  'or',
  'not',
]);

export function isCondition(node: Node): node is Condition {
  return conditionTypes.has(node.type);
}

/** How many operations of an expression are nested in each other. */
export function depthOf(expression: Expression): number {
  if (expression.type === 'arithmetic') {
    return 1 + Math.max(depthOf(expression.left), depthOf(expression.right));
  }
  const operands = 'operands' in expression ? expression.operands : [];
  return operands.reduce((depth, operand) => Math.max(depth, 1 + depthOf(operand)), 0);
}
