import type { Expression } from '../check/expression.js';
import { compileCondition, type CompileTarget } from './compile-condition.js';
import { allOf, joinConditions } from './join-conditions.js';
import type { QueryParameters } from './query-parameters.js';
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
  parameters: QueryParameters,
): WeightedCondition {
  switch (expression.type) {
    case 'and': {
      const operands = expression.operands.map((operand) =>
        compileExpression(operand, target, parameters),
      );
      const weights = operands.map(({ weight }) => weight);
      return {
        condition: allOf(operands.map(({ condition }) => condition)),
        weight: multiplyWeights(weights, parameters),
      };
    }
    case 'or': {
      const operands = expression.operands.map((operand) =>
        compileExpression(operand, target, parameters),
      );
      const conditions = operands.map(({ condition }) => condition);
      return {
        condition: joinConditions('OR', conditions),
        weight: firstMatchingWeight(operands, parameters),
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
