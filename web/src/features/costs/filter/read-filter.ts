import { providersOfAllCosts } from '../../../../../src/domain/costs/providers/all-costs.js';
import { parse } from '../../../../../src/domain/costs/vql/syntax/parse.js';
import type { SyntaxNode } from '../../../../../src/domain/costs/vql/syntax/syntax-tree.js';
import { type Condition, providerField } from './condition.js';
import { readTest } from './read-test.js';

/**
 * The groups of conditions of a filter, joined by OR; undefined where chips cannot show it. Only the
 * form that `printGroups` writes is supported.
 */
export function readGroups(text: string, providers: readonly string[]): Condition[][] | undefined {
  if (text.trim() === '') return [];
  const filter = parseFilter(text);
  if (!filter) return undefined;
  const groups = groupsIn(filter).map(conditionsOf);
  if (!groups.every((group) => group !== undefined && !hasTwoProviders(group))) return undefined;
  return groups.map((group) => withoutAllProviders(group!, providers));
}

/** The conditions of a filter that has no OR between groups. */
export function readFilter(text: string, providers: readonly string[]): Condition[] | undefined {
  const groups = readGroups(text, providers);
  return groups && groups.length > 1 ? undefined : groups && (groups[0] ?? []);
}

/** Whether a text is a filter at all, whatever chips can show. */
export const isValidSyntax = (text: string): boolean =>
  text.trim() === '' || parseFilter(text) !== undefined;

function parseFilter(text: string): SyntaxNode | undefined {
  try {
    return parse(text);
  } catch {
    // The API reports the error once the filter is applied.
    return undefined;
  }
}

/** `(…) OR (…)` has groups; an OR without parentheses is between providers. */
function groupsIn(filter: SyntaxNode): SyntaxNode[] {
  if (filter.type !== 'or') return [filter];
  const contents = filter.operands.flatMap((each) => (each.type === 'group' ? [each.content] : []));
  return contents.length === filter.operands.length ? contents : [filter];
}

/** A condition that names the providers of all costs excludes nothing, so no chip shows it. */
function withoutAllProviders(conditions: Condition[], providers: readonly string[]): Condition[] {
  const all = providersOfAllCosts(providers);
  const isAll = ({ field, values }: Condition) =>
    field === providerField &&
    all.length === values.length &&
    all.every((key) => values.includes(key));
  return conditions.length > 1 ? conditions.filter((each) => !isAll(each)) : conditions;
}

/** Two conditions on the provider match nothing, so chips do not support them. */
const hasTwoProviders = (conditions: readonly Condition[]): boolean =>
  conditions.filter(({ field }) => field === providerField).length > 1;

function conditionsOf(filter: SyntaxNode): Condition[] | undefined {
  const found: Condition[] = [];
  let tagKey: string | undefined;
  for (const operand of filter.type === 'and' ? filter.operands : [filter]) {
    const next = providersOf(operand) ?? readTest(operand);
    if (!next) return undefined;
    // `tags.name = 'team'` belongs to the condition on `tags.value` that follows it.
    const isTagValue = next.field === 'tags.value';
    if (isTagValue !== (tagKey !== undefined)) return undefined;
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

const tagKeyOf = ({ operator, values: [key, ...others] }: Condition): string | undefined =>
  operator === 'is' && others.length === 0 ? (key ?? undefined) : undefined;

/** `costs.provider = 'aws'`, or several joined by `OR`. */
function providersOf(node: SyntaxNode): Condition | undefined {
  const content = node.type === 'group' ? node.content : node;
  const values = (content.type === 'or' ? content.operands : [content]).map(providerOf);
  return values.every((value) => value !== undefined)
    ? { field: providerField, operator: 'is', values }
    : undefined;
}

const providerOf = (node: SyntaxNode): string | undefined =>
  node.type === 'condition' &&
  `${node.path.namespace}.${node.path.field}` === providerField &&
  node.operator === '=' &&
  node.values[0]?.type === 'text'
    ? node.values[0].value
    : undefined;
