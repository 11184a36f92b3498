import { Decimal } from '../../../../platform/lib/decimal.js';
import { resolveProvider } from '../../providers/index.js';
import { truncate } from '../../../../platform/lib/source-text.js';
import { isComparison, type Operator } from '../syntax/operators.js';
import { throwProblem } from '../syntax/problem.js';
import type { Literal } from '../syntax/syntax-tree.js';
import { parseComparisonValue } from './comparison-value.js';
import { type FilterKind, rulesOf } from './filter-kinds.js';
import { normalizeForFlexibleMatch } from './flexible-match.js';
import type { Field } from './schemas.js';

const number = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

const typeNames = {
  text: 'text in single quotes',
  provider: 'text in single quotes',
  boolean: 'true or false',
  number: 'a number',
} as const;

/** Checks that a field and an operator accept a value. */
export function checkLiteral(
  literal: Literal,
  field: Field,
  operator: Operator,
  kind: FilterKind,
): void {
  if (literal.type === 'null') return;
  if (isComparison(operator)) return checkComparisonValue(literal, operator);
  if (!hasType(literal, field)) {
    const detail = `${field.name} takes ${typeNames[field.type]}, found ${truncate(literal.raw)}`;
    throwProblem('value_type', literal.offset, detail);
  }
  if (field.type === 'provider') checkProvider(literal);
  if (field.type === 'number') checkAllocation(literal, kind);
  if (operator === '~*' || operator === '!~*') checkFlexibleMatch(literal);
}

function hasType({ type, value }: Literal, field: Field): boolean {
  switch (field.type) {
    case 'text':
    case 'provider':
      return type === 'text';
    case 'number':
      return type !== 'boolean' && number.test(value);
    case 'boolean':
      return type !== 'number' && (value === 'true' || value === 'false');
  }
}

function checkProvider({ value, offset }: Literal): void {
  if (resolveProvider(value) !== null) return;
  const detail = `unknown provider '${truncate(value)}', expected a provider key such as 'aws'`;
  throwProblem('unknown_provider', offset, detail);
}

function checkAllocation({ value, offset }: Literal, kind: FilterKind): void {
  const share = new Decimal(value);
  if (share.lte(0) || share.gt(1)) {
    const detail = 'costs.allocation must be greater than 0 and at most 1';
    throwProblem('allocation_range', offset, detail);
  }
  if (rulesOf(kind).assignsWholeCosts && !share.eq(1)) {
    const detail = `costs.allocation other than 1 cannot be used in a ${kind} filter`;
    throwProblem('allocation_not_allowed', offset, detail);
  }
}

function checkComparisonValue({ type, value, offset }: Literal, operator: Operator): void {
  if (type !== 'boolean' && parseComparisonValue(value)) return;
  throwProblem('comparison_value', offset, `${operator} needs a number or an ISO 8601 date`);
}

function checkFlexibleMatch({ value, offset }: Literal): void {
  if (/[\p{L}\p{N}]/u.test(normalizeForFlexibleMatch(value))) return;
  throwProblem('flexible_value', offset, 'flexible match needs at least one letter or digit');
}
