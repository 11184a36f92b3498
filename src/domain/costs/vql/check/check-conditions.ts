import { throwProblem } from '../syntax/problem.js';
import type { Condition, PairCondition, Path, SyntaxNode } from '../syntax/syntax-tree.js';
import { checkLiteral } from './check-literal.js';
import { type FilterKind, rulesOf } from './filter-kinds.js';
import { type Field, findField, isNamespace, schemas } from './schemas.js';

/** Checks each condition on its own, in text order: names, key, operator and literals. */
export function checkConditions(syntax: SyntaxNode, kind: FilterKind): void {
  switch (syntax.type) {
    case 'and':
    case 'or':
      for (const operand of syntax.operands) checkConditions(operand, kind);
      return;
    case 'group':
      return checkConditions(syntax.content, kind);
    case 'condition':
      return checkCondition(syntax, kind);
    case 'pairs':
      return checkPairs(syntax, kind);
  }
}

function checkCondition(condition: Condition, kind: FilterKind): void {
  const field = requireField(condition.path, kind);
  checkKey(condition, field);
  checkOperator(condition, field);
  for (const literal of condition.values) checkLiteral(literal, field, condition.operator, kind);
}

function checkPairs({ name, value, pairs }: PairCondition, kind: FilterKind): void {
  const nameField = requireField(name, kind);
  const valueField = requireField(value, kind);
  for (const [nameLiteral, valueLiteral] of pairs) {
    checkLiteral(nameLiteral, nameField, 'IN', kind);
    checkLiteral(valueLiteral, valueField, 'IN', kind);
  }
}

function requireField(path: Path, kind: FilterKind): Field {
  const { namespace, field, offset } = path;
  const { family } = rulesOf(kind);
  const found = findField(family, namespace, field);
  if (found) return found;
  const expected = Object.keys(schemas[family]).join(' or ');
  const fields = schemas[family][namespace];
  if (!isNamespace(namespace)) {
    const written = path.raw.split('.')[0];
    throwProblem('unknown_namespace', offset, `unknown namespace ${written}, expected ${expected}`);
  }
  if (!fields) {
    const detail = `${namespace}.${field} cannot be used in a ${kind} filter, expected ${expected}`;
    throwProblem('wrong_scope', offset, detail);
  }
  const names = Object.keys(fields).join(', ');
  throwProblem('unknown_field', offset, `unknown field ${path.raw}, expected one of ${names}`);
}

function checkKey({ key, path }: Condition, { name, isMap }: Field): void {
  if (isMap && key === null) {
    throwProblem('map_key_missing', path.offset, `${name} needs a key, expected ${name}->>'key'`);
  }
  if (!isMap && key !== null) {
    const detail = `${name} has no keys, expected an operator instead of ->>`;
    throwProblem('map_key_not_allowed', path.offset, detail);
  }
}

function checkOperator({ operator, operatorOffset, values }: Condition, field: Field): void {
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') {
    if (field.nullable) return;
    const { offset } = values[0] ?? { offset: operatorOffset };
    throwProblem('null_not_allowed', offset, 'NULL is not allowed here, expected a value');
  }
  if (field.operators.includes(operator)) return;
  const needsHint = field.name === 'costs.provider' && operator === 'IN';
  const detail =
    `${field.name} does not support ${operator}, expected one of ${field.operators.join(', ')}` +
    (needsHint ? ', join several providers with OR' : '');
  throwProblem('operator_not_allowed', operatorOffset, detail);
}
