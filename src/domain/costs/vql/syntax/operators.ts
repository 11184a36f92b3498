/** Every operator of the language. `<>` is read as `!=`, and `= NULL` as `IS NULL`. */
export type Operator =
  | '='
  | '!='
  | 'IN'
  | 'NOT IN'
  | 'LIKE'
  | 'NOT LIKE'
  | '~*'
  | '!~*'
  | 'IS NULL'
  | 'IS NOT NULL'
  | ComparisonOperator;

export type ComparisonOperator = '<' | '>' | '<=' | '>=';

/** Whether an operator compares by order: `<`, `>`, `<=` or `>=`. */
export function isComparison(operator: Operator): operator is ComparisonOperator {
  return ['<', '>', '<=', '>='].includes(operator);
}
