import { Decimal } from '../../platform/lib/decimal.js';
import { shorten } from './characters.js';
import { readComparand } from './comparand.js';
import { refuse } from './filter-error.js';
import { normalizeFlexibly } from './flexible-match.js';
import { type Kind, rulesOf } from './kinds.js';
import { resolveProvider } from './provider-keys.js';
import type { Field } from './schema.js';
import type { Literal, Operator } from './syntax.js';

const number = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

const typeNames = {
  text: 'text in single quotes',
  provider: 'text in single quotes',
  boolean: 'true or false',
  number: 'a number',
} as const;

/** Checks one value against what its field and operator take. */
export function checkLiteral(literal: Literal, field: Field, operator: Operator, kind: Kind): void {
  if (literal.type === 'null') return;
  if (isComparison(operator)) return checkComparand(literal, operator);
  if (!hasType(literal, field)) {
    const detail = `${field.name} takes ${typeNames[field.type]}, found ${shorten(literal.raw)}`;
    refuse('value_type', literal.offset, detail);
  }
  if (field.type === 'provider') checkProvider(literal);
  if (field.type === 'number') checkAllocation(literal, kind);
  if (operator === '~*' || operator === '!~*') checkFlexible(literal);
}

export function isComparison(operator: Operator): operator is '<' | '>' | '<=' | '>=' {
  return ['<', '>', '<=', '>='].includes(operator);
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
  const detail = `unknown provider '${shorten(value)}', expected a provider key such as 'aws'`;
  refuse('unknown_provider', offset, detail);
}

function checkAllocation({ value, offset }: Literal, kind: Kind): void {
  const share = new Decimal(value);
  if (share.lte(0) || share.gt(1)) {
    const detail = 'costs.allocation must be greater than 0 and at most 1';
    refuse('allocation_range', offset, detail);
  }
  if (rulesOf(kind).wholeCosts && !share.eq(1)) {
    const detail = `costs.allocation other than 1 cannot be used in a ${kind} filter`;
    refuse('allocation_not_allowed', offset, detail);
  }
}

function checkComparand({ type, value, offset }: Literal, operator: Operator): void {
  if (type !== 'boolean' && readComparand(value)) return;
  refuse('comparison_value', offset, `${operator} needs a number or an ISO 8601 date`);
}

function checkFlexible({ value, offset }: Literal): void {
  if (/[\p{L}\p{N}]/u.test(normalizeFlexibly(value))) return;
  refuse('flexible_value', offset, 'flexible match needs at least one letter or digit');
}
