import type { Comparand } from './comparison-value.js';
import type { Field } from './schemas.js';
import type { Operator } from '../syntax/syntax-tree.js';

/**
 * A checked filter: names looked up, aliases replaced, tag conditions grouped into tests,
 * parentheses gone. Every later stage works on this tree.
 */
export type Expression =
  | AllOrAny
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

/** Operands joined with AND or OR; never one inside another of the same type. */
export type AllOrAny = Joined<'and'> | Joined<'or'>;

interface Joined<Type> extends Node {
  type: Type;
  operands: readonly Expression[];
}

/** An operator with its values, apart from what it is applied to. */
export interface TextTest {
  type: 'test';
  operator: Exclude<Operator, '<' | '>' | '<=' | '>='>;
  values: readonly string[];
}

export interface FieldTest extends Node {
  type: 'field';
  field: Field;
  /** Set for fields that are maps. */
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
  operator: '<' | '>' | '<=' | '>=';
  comparand: Comparand;
}

/** A condition on tag values: one test, or several joined. */
export type ValueTest = TextTest | { type: 'and' | 'or'; operands: readonly ValueTest[] };

/**
 * One tag must satisfy one of the name tests and all of the value tests. Without value tests the
 * single name test may also be negative or a NULL test, and then speaks of all tags of the row.
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

/** Matches every row and weighs what its branch counts. */
interface Allocation extends Node {
  type: 'allocation';
  /** Plain decimal, above 0 and at most 1. */
  share: string;
}
