/** A custom SQL rule after parsing: names resolved, values checked. */
export type BillingStatement = UpdateStatement | DeleteStatement | InsertStatement;

export type BillingDataset = 'aws' | 'costs';

export interface UpdateStatement {
  kind: 'update';
  dataset: BillingDataset;
  /** Each right side is evaluated against the row before the change. */
  sets: readonly Assignment[];
  where: Condition | null;
}

export interface DeleteStatement {
  kind: 'delete';
  dataset: BillingDataset;
  where: Condition;
}

export interface InsertStatement {
  kind: 'insert';
  dataset: 'costs';
  columns: readonly BillingColumn[];
  /** One value per column in each row. */
  rows: readonly (readonly Literal[])[];
}

export interface Assignment {
  column: BillingColumn;
  value: Expression;
}

/** Dates are compared as text of the form 2026-03-10. */
export type ColumnType = 'number' | 'text' | 'date';

export interface BillingColumn {
  dataset: BillingDataset;
  /** In the spelling of the dataset's own list; aliases are replaced by the column they stand for. */
  name: string;
  type: ColumnType;
}

export type Literal =
  /** Plain notation: at most 20 digits before and 18 after the point. */
  { type: 'number'; value: string } | { type: 'text'; value: string } | { type: 'null' };

export type ArithmeticOperator = '+' | '-' | '*' | '/';

export type Expression =
  | Literal
  | { type: 'column'; column: BillingColumn }
  | { type: 'arithmetic'; operator: ArithmeticOperator; left: Expression; right: Expression }
  /** `||` */
  | { type: 'concat'; operands: readonly Expression[] }
  | { type: 'call'; name: FunctionName; operands: readonly Expression[] };

export type FunctionName = 'LOWER' | 'UPPER' | 'COALESCE';

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { type: 'compare'; operator: ComparisonOperator; left: Expression; right: Expression }
  | { type: 'in'; negated: boolean; operand: Expression; values: readonly Literal[] }
  | { type: 'like'; negated: boolean; operand: Expression; pattern: Expression }
  | { type: 'is_null'; negated: boolean; operand: Expression }
  | { type: 'and' | 'or'; operands: readonly Condition[] }
  | { type: 'not'; operand: Condition };
