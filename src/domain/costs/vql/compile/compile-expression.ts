import type { Expression, LogicalExpression } from '../check/expression.js';
import { groupOperands } from '../check/tag-look-ups.js';
import { compileCondition, compileTagTests, type CompileTarget } from './compile-condition.js';
import { allOf, joinConditions } from './join-conditions.js';
import {
  constantWeight,
  firstMatchingWeight,
  fullWeight,
  multiplyWeights,
  type WeightedCondition,
} from './weight.js';

/** Compiles an expression to its condition and the weight of the rows it matches. */
export function compileExpression(
  expression: Expression,
  target: CompileTarget,
): WeightedCondition {
  switch (expression.type) {
    case 'and': {
      const operands = compileOperands(expression, target);
      const weights = operands.map(({ weight }) => weight);
      return {
        condition: allOf(operands.map(({ condition }) => condition)),
        weight: multiplyWeights(weights),
      };
    }
    case 'or': {
      const operands = compileOperands(expression, target);
      const conditions = operands.map(({ condition }) => condition);
      return {
        condition: joinConditions('OR', conditions),
        weight: firstMatchingWeight(operands),
      };
    }
    case 'allocation': {
      const weight = constantWeight(expression.share);
      return { condition: compileCondition(expression, target), weight };
    }
    default:
      return { condition: compileCondition(expression, target), weight: fullWeight };
  }
}

/** Compiles the operands of an AND or OR; tests of tags that one look-up can answer become one condition. */
function compileOperands(
  expression: LogicalExpression,
  target: CompileTarget,
): WeightedCondition[] {
  const { shared, separate } = groupOperands(expression);
  const compiled = separate.map((operand) => compileExpression(operand, target));
  if (shared.length === 0) return compiled;
  return [...compiled, { condition: compileTagTests(shared, target), weight: fullWeight }];
}
