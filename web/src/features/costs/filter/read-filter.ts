import { parse } from '../../../../../src/domain/vql/syntax/parse.js';
import type { SyntaxNode } from '../../../../../src/domain/vql/syntax/syntax-tree.js';
import { type Condition, type Operator, fields, providerField } from './condition.js';

/**
 * The conditions of a filter; undefined where chips cannot show it. Only the form that `printFilter` writes
 * is supported: `AND` between conditions, `OR` only between providers.
 */
export function readFilter(text: string, providers: readonly string[]): Condition[] | undefined {
  if (text.trim() === '') return [];
  const filter = parseFilter(text);
  const conditions = filter && conditionsOf(filter);
  if (!conditions || hasTwoProviders(conditions)) return undefined;
  return withoutAllProviders(conditions, providers);
}

function parseFilter(text: string): SyntaxNode | undefined {
  try {
    return parse(text);
  } catch {
    // The API reports the error once the filter is applied.
    return undefined;
  }
}

/** A condition that names every provider excludes nothing, so no chip shows it. */
function withoutAllProviders(conditions: Condition[], providers: readonly string[]): Condition[] {
  const isAll = ({ field, values }: Condition) =>
    field === providerField &&
    providers.length === values.length &&
    providers.every((key) => values.includes(key));
  return conditions.length > 1 ? conditions.filter((each) => !isAll(each)) : conditions;
}

/** Two conditions on the provider match nothing, so chips do not support them. */
const hasTwoProviders = (conditions: readonly Condition[]): boolean =>
  conditions.filter(({ field }) => field === providerField).length > 1;

function conditionsOf(filter: SyntaxNode): Condition[] | undefined {
  const found: Condition[] = [];
  let tagKey: string | undefined;
  for (const operand of filter.type === 'and' ? filter.operands : [filter]) {
    const next = conditionOf(operand);
    // `tags.name = 'team'` belongs to the condition on `tags.value` that follows it.
    const isTagValue = next?.field === 'tags.value';
    if (!next || isTagValue !== (tagKey !== undefined)) return undefined;
    if (next.field === 'tags.name') {
      tagKey = tagKeyOf(next);
      if (tagKey === undefined) return undefined;
    } else {
      found.push(isTagValue ? { ...next, field: `tag:${tagKey}` } : next);
      tagKey = undefined;
    }
  }
  return tagKey === undefined ? found : undefined;
}

function conditionOf(node: SyntaxNode): Condition | undefined {
  const providers = providersOf(node);
  const comparison = comparisonOf(node);
  return providers ?? (comparison?.field === providerField ? undefined : comparison);
}

const tagKeyOf = ({ operator, values: [key, ...others] }: Condition): string | undefined =>
  operator === 'is' && others.length === 0 ? (key ?? undefined) : undefined;

/** `costs.provider = 'aws'`, or several joined by `OR`. */
function providersOf(node: SyntaxNode): Condition | undefined {
  const content = node.type === 'group' ? node.content : node;
  const tests = (content.type === 'or' ? content.operands : [content]).map(comparisonOf);
  const values = tests.map((test) =>
    test?.field === providerField && test.operator === 'is' && test.values.length === 1
      ? test.values[0]
      : null,
  );
  return values.every((value) => typeof value === 'string')
    ? { field: providerField, operator: 'is', values }
    : undefined;
}

const supportedFields = new Set([...fields.map(({ value }) => value), 'tags.name', 'tags.value']);

const operators: Record<string, Operator> = {
  '=': 'is',
  IN: 'is',
  'IS NULL': 'is',
  '!=': 'is not',
  'NOT IN': 'is not',
  'IS NOT NULL': 'is not',
  LIKE: 'is like',
};

/** A comparison with strings or NULL. */
function comparisonOf(node: SyntaxNode): Condition | undefined {
  if (node.type !== 'condition' || node.key !== null) return undefined;
  const field = `${node.path.namespace}.${node.path.field}`;
  const operator = operators[node.operator];
  const isText = node.values.every(({ type }) => type === 'text' || type === 'null');
  if (!supportedFields.has(field) || !operator || !isText) return undefined;
  const values = node.values.map(({ type, value }) => (type === 'null' ? null : value));
  return { field, operator, values };
}
