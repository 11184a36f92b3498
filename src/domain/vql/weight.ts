import { Decimal } from '../../platform/lib/decimal.js';
import type { QueryParameters } from './clickhouse.js';

/** The share of a row that counts: known now, or SQL of a Decimal(76, 36) that depends on the row. */
export type Weight = Decimal | { sql: string };

const decimalPlaces = 36;
const type = `Decimal(76, ${decimalPlaces})`;

export const whole: Weight = new Decimal(1);

export function share(value: string): Weight {
  return new Decimal(value);
}

/** The product of weights, as of conditions joined with AND. */
export function product(weights: readonly Weight[], parameters: QueryParameters): Weight {
  let known = new Decimal(1);
  const unknown: string[] = [];
  for (const weight of weights) {
    if (weight instanceof Decimal) known = known.times(weight);
    else unknown.push(weight.sql);
  }
  if (unknown.length === 0) return known;
  const factors = known.eq(1) ? unknown : [weightSql(known, parameters), ...unknown];
  // Cut back after each step: the scales of two factors add up, and a third would not fit.
  return { sql: factors.reduce((a, b) => `toDecimal256(${a} * ${b}, ${decimalPlaces})`) };
}

export interface Branch {
  condition: string;
  weight: Weight;
}

/** The weight of the first branch that matches; rows that match none are not asked for it. */
export function firstMatch(branches: readonly Branch[], parameters: QueryParameters): Weight {
  const [first, ...others] = branches.map(({ weight }) => weight);
  const isSame = (weight: Weight) =>
    first instanceof Decimal && weight instanceof Decimal && weight.eq(first);
  if (first && others.every(isSame)) return first;
  const parts = branches.flatMap(({ condition, weight }, index) => {
    const sql = weightSql(weight, parameters);
    return index === branches.length - 1 ? [sql] : [condition, sql];
  });
  return { sql: `multiIf(${parts.join(', ')})` };
}

export function isWhole(weight: Weight): boolean {
  return weight instanceof Decimal && weight.eq(1);
}

export function weightSql(weight: Weight, parameters: QueryParameters): string {
  if (!(weight instanceof Decimal)) return weight.sql;
  return parameters.bind(type, weight.toFixed(decimalPlaces));
}
