import type { SyntaxNode } from '../../../../../src/domain/costs/vql/syntax/syntax-tree.js';
import { type Condition, type Operator, fields, providerField } from './condition.js';
import { containedPart } from './like-pattern.js';

/** Providers are read apart, because they are joined by OR. */
const supportedFields = new Set(
  [...fields.map(({ value }) => value), 'tags.name', 'tags.value'].filter(
    (field) => field !== providerField,
  ),
);

const operators: Record<string, Operator> = {
  '=': 'is',
  IN: 'is',
  'IS NULL': 'is',
  '!=': 'is not',
  'NOT IN': 'is not',
  'IS NOT NULL': 'is not',
  LIKE: 'is like',
  'NOT LIKE': 'is not like',
};

/** A test of one field with strings or NULL, or several patterns of it in parentheses. */
export function readTest(node: SyntaxNode): Condition | undefined {
  if (node.type !== 'group') return withParts(comparisonOf(node));
  const { content } = node;
  if (content.type !== 'or' && content.type !== 'and') return undefined;
  const tests = content.operands.map(comparisonOf);
  const [first] = tests;
  const operator = content.type === 'or' ? 'is like' : 'is not like';
  const isOneField = tests.every(
    (test) => test !== undefined && test.field === first?.field && test.operator === operator,
  );
  if (!first || !isOneField) return undefined;
  return withParts({ ...first, values: tests.flatMap((test) => test?.values ?? []) });
}

/** Patterns that all look for a part are shown as `contains`. */
function withParts(test: Condition | undefined): Condition | undefined {
  if (test?.operator !== 'is like' && test?.operator !== 'is not like') return test;
  const parts = test.values.map((value) => containedPart(value ?? ''));
  if (!parts.every((part) => part !== undefined)) return test;
  const operator = test.operator === 'is like' ? 'contains' : 'does not contain';
  return { ...test, operator, values: parts };
}

function comparisonOf(node: SyntaxNode): Condition | undefined {
  if (node.type !== 'condition' || node.key !== null) return undefined;
  const field = `${node.path.namespace}.${node.path.field}`;
  const operator = operators[node.operator];
  const isText = node.values.every(({ type }) => type === 'text' || type === 'null');
  if (!supportedFields.has(field) || !operator || !isText) return undefined;
  const values = node.values.map(({ type, value }) => (type === 'null' ? null : value));
  return { field, operator, values };
}
