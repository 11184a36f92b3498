import { Decimal } from '../../../platform/lib/decimal.js';
import type { QueryParameters } from './query-parameters.js';

/** The share that a row counts with: a constant, or SQL of a Decimal(76, 36) that depends on the row. */
export type Weight = Decimal | { sql: string };

const decimalPlaces = 36;
const sqlType = `Decimal(76, ${decimalPlaces})`;

export const fullWeight: Weight = new Decimal(1);

/** A constant weight. */
export function constantWeight(share: string): Weight {
  return new Decimal(share);
}

/** The product of weights, as of conditions joined with AND. */
export function multiplyWeights(weights: readonly Weight[], parameters: QueryParameters): Weight {
  let constant = new Decimal(1);
  const variable: string[] = [];
  for (const weight of weights) {
    if (weight instanceof Decimal) constant = constant.times(weight);
    else variable.push(weight.sql);
  }
  if (variable.length === 0) return constant;
  const factors = constant.eq(1) ? variable : [weightSql(constant, parameters), ...variable];
  // Rescaled after each step: the scales of two factors add up, and a third would overflow.
  return { sql: factors.reduce((a, b) => `toDecimal256(${a} * ${b}, ${decimalPlaces})`) };
}

/** SQL that is true for matching rows, and the weight of those rows. */
export interface WeightedCondition {
  condition: string;
  weight: Weight;
}

/** The weight of the first condition that matches, for rows that match one of them. */
export function firstMatchingWeight(
  branches: readonly WeightedCondition[],
  parameters: QueryParameters,
): Weight {
  const [first, ...others] = branches.map(({ weight }) => weight);
  const equalsFirst = (weight: Weight) =>
    first instanceof Decimal && weight instanceof Decimal && weight.eq(first);
  if (first && others.every(equalsFirst)) return first;
  const parts = branches.flatMap(({ condition, weight }, index) => {
    const expression = weightSql(weight, parameters);
    return index === branches.length - 1 ? [expression] : [condition, expression];
  });
  return { sql: `multiIf(${parts.join(', ')})` };
}

/** Whether all rows count in full. */
export function isFullWeight(weight: Weight): boolean {
  return weight instanceof Decimal && weight.eq(1);
}

/** SQL of a weight. */
export function weightSql(weight: Weight, parameters: QueryParameters): string {
  if (!(weight instanceof Decimal)) return weight.sql;
  return parameters.bind(sqlType, weight.toFixed(decimalPlaces));
}
