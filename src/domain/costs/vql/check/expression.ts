import type { ComparisonOperator, Operator } from '../syntax/operators.js';
import type { ComparisonValue } from './comparison-value.js';
import type { Field } from './schemas.js';

/**
 * A checked filter: names resolved, aliases replaced, tag conditions grouped into tests,
 * parentheses removed. Every later stage works on this tree.
 */
export type Expression = LogicalExpression | LeafExpression;

export type LeafExpression =
  | FieldTest
  | ProviderTest
  | MarketplaceTest
  | Comparison
  | TagTest
  | PairTest
  | Allocation;

interface Node {
  /** Offset of the first condition inside. */
  start: number;
}

/** Operands joined with AND or OR; an operand never has the type of its parent. */
export interface LogicalExpression extends Node {
  type: 'and' | 'or';
  operands: readonly Expression[];
}

/** An operator and its values, without the field they apply to. */
export interface TextTest {
  type: 'test';
  operator: Exclude<Operator, ComparisonOperator>;
  values: readonly string[];
}

export interface FieldTest extends Node {
  type: 'field';
  field: Field;
  /** The key, when the field is a map. */
  key: string | null;
  test: TextTest;
}

export interface ProviderTest extends Node {
  type: 'provider';
  field: Field;
  test: TextTest;
}

interface MarketplaceTest extends Node {
  type: 'marketplace';
  operator: '=' | '!=';
  value: boolean;
}

export interface Comparison extends Node {
  type: 'comparison';
  field: Field;
  key: string;
  operator: ComparisonOperator;
  value: ComparisonValue;
}

/** A condition on tag values: one test, or several joined with AND or OR. */
export type ValueTest = TextTest | { type: 'and' | 'or'; operands: readonly ValueTest[] };

/**
 * A single tag must satisfy one of the name tests and all value tests. Without value tests the only
 * name test may also be negative or a NULL test; it then applies to all tags of the row.
 */
export interface TagTest extends Node {
  type: 'tag';
  names: readonly TextTest[];
  values: readonly ValueTest[];
}

export interface PairTest extends Node {
  type: 'pairs';
  negated: boolean;
  pairs: readonly (readonly [name: string, value: string])[];
}

/** Matches every row and sets the share that the rows of its branch count with. */
interface Allocation extends Node {
  type: 'allocation';
  /** A plain decimal above 0, at most 1. */
  share: string;
}

/** Whether an expression joins others with AND or OR. */
export function isLogical(expression: Expression): expression is LogicalExpression {
  return expression.type === 'and' || expression.type === 'or';
}

/** Every leaf of an expression, in text order. */
export function leavesOf(expression: Expression): LeafExpression[] {
  return isLogical(expression) ? expression.operands.flatMap(leavesOf) : [expression];
}
