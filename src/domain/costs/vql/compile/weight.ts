import { Decimal } from '../../../../platform/lib/decimal.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';

/** The share that a row counts with: a constant, or SQL of a Decimal(76, 36) that depends on the row. */
export type Weight = Decimal | { sql: Sql };

const decimalPlaces = 36;

export const fullWeight: Weight = new Decimal(1);

/** A constant weight. */
export function constantWeight(share: string): Weight {
  return new Decimal(share);
}

/** The product of weights, as of conditions joined with AND. */
export function multiplyWeights(weights: readonly Weight[]): Weight {
  let constant = new Decimal(1);
  const variable: Sql[] = [];
  for (const weight of weights) {
    if (weight instanceof Decimal) constant = constant.times(weight);
    else variable.push(weight.sql);
  }
  if (variable.length === 0) return constant;
  const factors = constant.eq(1) ? variable : [weightSql(constant), ...variable];
  // Rescaled after each step: the scales of two factors add up, and a third would overflow.
  return { sql: factors.reduce((a, b) => sql`toDecimal256(${a} * ${b}, ${decimalPlaces})`) };
}

/** SQL that is true for matching rows, and the weight of those rows. */
export interface WeightedCondition {
  condition: Sql;
  weight: Weight;
}

/** The weight of the first condition that matches, for rows that match one of them. */
export function firstMatchingWeight(branches: readonly WeightedCondition[]): Weight {
  const [first, ...others] = branches.map(({ weight }) => weight);
  const equalsFirst = (weight: Weight) =>
    first instanceof Decimal && weight instanceof Decimal && weight.eq(first);
  if (first && others.every(equalsFirst)) return first;
  const parts = branches.flatMap(({ condition, weight }, index) => {
    const expression = weightSql(weight);
    return index === branches.length - 1 ? [expression] : [condition, expression];
  });
  return { sql: sql`multiIf(${sql.join(parts)})` };
}

/** Whether all rows count in full. */
export function isFullWeight(weight: Weight): boolean {
  return weight instanceof Decimal && weight.eq(1);
}

/** SQL of a weight. */
export function weightSql(weight: Weight): Sql {
  if (!(weight instanceof Decimal)) return weight.sql;
  return sql.bind('Decimal(76, 36)', weight.toFixed(decimalPlaces));
}
