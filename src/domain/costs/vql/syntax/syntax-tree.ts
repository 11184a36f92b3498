import type { Operator } from './operators.js';

/** The syntax tree: the filter as written, with names and values not yet resolved. */
export type SyntaxNode = LogicalNode | Group | Condition | PairCondition;

export interface LogicalNode {
  type: 'and' | 'or';
  operands: readonly SyntaxNode[];
}

/** One written pair of parentheses; part of the tree because tag conditions are grouped by it. */
interface Group {
  type: 'group';
  content: SyntaxNode;
}

export interface Literal {
  type: 'text' | 'number' | 'boolean' | 'null';
  /** The value itself; for text without the quotes. */
  value: string;
  raw: string;
  offset: number;
}

export interface Path {
  namespace: string;
  field: string;
  raw: string;
  offset: number;
}

export interface Condition {
  type: 'condition';
  path: Path;
  key: string | null;
  operator: Operator;
  operatorOffset: number;
  /** One value for most operators; for a NULL test the NULL itself, so that errors can point at it. */
  values: readonly Literal[];
}

export interface PairCondition {
  type: 'pairs';
  name: Path;
  value: Path;
  negated: boolean;
  pairs: readonly (readonly [name: Literal, value: Literal])[];
  offset: number;
}
