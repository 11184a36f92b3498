import { inlineValues, type Sql, sql } from '../../../platform/store/sql.js';
import {
  type Assignment,
  type ColumnSql,
  compileCondition,
  compileDivisionByZero,
  compileExpression,
  type DeleteStatement,
  type UpdateStatement,
} from '../billing-rules/index.js';
import { stored } from './amount-sql.js';
import type { AssignedRule } from './assigned-rules.js';
import { assignedColumn, isAwsReport, isRate, readAwsColumn } from './aws-columns.js';
import { comparedAmount, currencyFrom, readCostColumn, writeCostColumn } from './cost-columns.js';
import { serviceOfCode, withAwsCost, withLineItemType } from './normalize-aws.js';
import { withinWindow } from './simple-transform.js';
import type { Transform } from './transform.js';

/** A transform, and the condition under which it leaves a matching line as it is. */
export interface CustomTransform {
  transform: Transform;
  dividesByZero: Sql | null;
}

/** What an UPDATE or DELETE rule does. */
export function customTransform(
  rule: AssignedRule,
  statement: UpdateStatement | DeleteStatement,
): CustomTransform {
  const { token: ruleToken } = rule;
  const isAws = statement.dataset === 'aws';
  const condition = compileCondition(
    statement.where,
    isAws ? awsColumn : costColumn(comparedAmount),
  );
  const matches = withinWindow(rule, ...(isAws ? [isAwsReport] : []), condition);
  if (statement.kind === 'delete') {
    return { transform: { kind: 'remove', ruleToken, where: matches }, dividesByZero: null };
  }
  const change = isAws ? changeAws(statement.sets) : changeCosts(statement.sets);
  const where = change.fails === null ? matches : sql`(${matches} AND NOT ${change.fails})`;
  const dividesByZero = change.fails === null ? null : sql`(${matches} AND ${change.fails})`;
  return { transform: { kind: 'assign', ruleToken, where, ...change.values }, dividesByZero };
}

interface Change {
  values: { billed?: Sql; effective?: Sql; columns: Record<string, Sql> };
  /** Whether a division by zero leaves the line unchanged. */
  fails: Sql | null;
}

const awsColumn: ColumnSql = (column) => {
  const expression = readAwsColumn(column);
  if (expression === undefined) throw new Error(`Rules cannot read aws.${column.name}`);
  return expression;
};

const costColumn =
  (amount: Sql): ColumnSql =>
  (column) =>
    readCostColumn(column, amount);

const anyOf = (conditions: readonly (Sql | null)[]): Sql | null => {
  const given = conditions.filter((each) => each !== null);
  const distinct = new Map(given.map((each) => [inlineValues(each), each]));
  return given.length === 0 ? null : sql`(${sql.join([...distinct.values()], ' OR ')})`;
};

function changeCosts(sets: readonly Assignment[]): Change {
  const expressions = sets.map(({ value }) => value);
  const billed = costColumn(stored(sql`row.billed_cost`));
  const effective = costColumn(stored(sql`row.effective_cost`));
  const values: Change['values'] = { columns: {} };
  for (const { column, value } of sets) {
    if (column.name === 'amount') {
      const amountOf = (view: ColumnSql) => compileExpression(value, view, 'number');
      values.billed = amountOf(billed);
      values.effective = amountOf(effective);
    } else {
      const expression = compileExpression(value, costColumn(comparedAmount), column.type);
      Object.assign(values.columns, writeCostColumn(column.name, expression));
    }
  }
  const failsOf = (view: ColumnSql) => compileDivisionByZero(expressions, view);
  return { values, fails: anyOf([failsOf(billed), failsOf(effective)]) };
}

function changeAws(sets: readonly Assignment[]): Change {
  const compiled = new Map<string, Sql>();
  const columns: Record<string, Sql> = {};
  for (const { column, value } of sets) {
    const expression = compileExpression(value, awsColumn, column.type);
    const key = column.name.toLowerCase();
    compiled.set(key, expression);
    if (key === 'lineitem/unblendedcost' || key === 'lineitem/lineitemtype' || isRate(column))
      continue;
    const target = assignedColumn(column);
    if (target === undefined) throw new Error(`Rules cannot change aws.${column.name}`);
    columns[target] = columnFrom(target, expression);
    if (target === 'service_code' && columns['service'] === undefined) {
      columns['service'] = serviceOfCode(expression);
    }
  }
  const cost = compiled.get('lineitem/unblendedcost');
  const type = compiled.get('lineitem/lineitemtype');
  const newType = type && sql`ifNull(${type}, 'Usage')`;
  const values: Change['values'] = { columns };
  if (newType !== undefined) Object.assign(columns, withLineItemType(newType));
  if (cost !== undefined || newType !== undefined)
    Object.assign(values, withAwsCost(cost, newType));
  const expressions = sets.map(({ value }) => value);
  return { values, fails: compileDivisionByZero(expressions, awsColumn) };
}

function columnFrom(column: string, value: Sql): Sql {
  if (column === 'currency') return currencyFrom(value);
  return column === 'service' ? sql`ifNull(${value}, row.service)` : value;
}
