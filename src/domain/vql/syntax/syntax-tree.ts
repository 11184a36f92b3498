/** What the parser builds: the text as written, names and values not yet looked up. */
export type Syntax = Joined | Group | Condition | PairCondition;

export type Operator =
  | '='
  | '!='
  | 'IN'
  | 'NOT IN'
  | 'LIKE'
  | 'NOT LIKE'
  | '~*'
  | '!~*'
  | '<'
  | '>'
  | '<='
  | '>='
  | 'IS NULL'
  | 'IS NOT NULL';

export interface Joined {
  type: 'and' | 'or';
  operands: readonly Syntax[];
}

/** One written pair of parentheses; kept because the grouping of tag conditions looks at it. */
interface Group {
  type: 'group';
  content: Syntax;
}

export interface Literal {
  type: 'text' | 'number' | 'boolean' | 'null';
  /** The value: without quotes, and with doubled quotes undone. */
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
  /** One for most operators; for a NULL test the NULL itself, so that errors can point at it. */
  values: readonly Literal[];
}

export interface PairCondition {
  type: 'pairs';
  name: Path;
  value: Path;
  negated: boolean;
  pairs: readonly (readonly [Literal, Literal])[];
  offset: number;
}
