import type {
  BillingColumn,
  BillingStatement,
  Condition,
  Expression,
} from '../../src/domain/billing/billing-rules/sql/index.js';

/** A statement as text, with parentheses around every operation inside another one. */
export function printStatement(statement: BillingStatement): string {
  if (statement.kind === 'insert') {
    const rows = statement.rows.map((row) => `(${row.map(printExpression).join(', ')})`);
    const names = statement.columns.map(({ name }) => name).join(', ');
    return `INSERT INTO costs (${names}) VALUES ${rows.join(', ')};`;
  }
  const where = statement.where ? ` WHERE ${printCondition(statement.where)}` : '';
  if (statement.kind === 'delete') return `DELETE FROM ${statement.dataset}${where}`;
  const sets = statement.sets.map(
    ({ column, value }) => `${printColumn(column)} = ${printExpression(value)}`,
  );
  return `update ${statement.dataset} set ${sets.join(', ')}${where}`;
}

const printColumn = ({ dataset, name }: BillingColumn) =>
  /^[\w/]+$/.test(name) ? `${dataset}.${name}` : `${dataset}."${name.replaceAll('"', '""')}"`;

const printText = (text: string) => `'${text.replaceAll("'", "''")}'`;

function printExpression(expression: Expression): string {
  switch (expression.type) {
    case 'number':
      return expression.value;
    case 'text':
      return printText(expression.value);
    case 'null':
      return 'NULL';
    case 'column':
      return printColumn(expression.column);
    case 'arithmetic': {
      const { operator, left, right } = expression;
      return `(${printExpression(left)} ${operator} ${printExpression(right)})`;
    }
    case 'concat':
      return `(${expression.operands.map(printExpression).join(' || ')})`;
    case 'call':
      return `${expression.name}(${expression.operands.map(printExpression).join(', ')})`;
  }
}

function printCondition(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const keyword = ` ${condition.type.toUpperCase()} `;
      return `(${condition.operands.map(printCondition).join(keyword)})`;
    }
    case 'not':
      return `NOT ${printCondition(condition.operand)}`;
    case 'compare': {
      const { left, operator, right } = condition;
      return `${printExpression(left)} ${operator} ${printExpression(right)}`;
    }
    case 'is_null':
      return `${printExpression(condition.operand)} IS ${condition.negated ? 'NOT ' : ''}NULL`;
    case 'like':
      return `${printTested(condition)} LIKE ${printExpression(condition.pattern)}`;
    case 'in':
      return `${printTested(condition)} IN (${condition.values.map(printExpression).join(', ')})`;
  }
}

const printTested = ({ operand, negated }: { operand: Expression; negated: boolean }) =>
  `${printExpression(operand)}${negated ? ' NOT' : ''}`;
