import type { Problem } from '../syntax/problem.js';
import type { Condition, SyntaxNode } from '../syntax/syntax-tree.js';
import type { TagTest, ValueTest } from './expression.js';
import { toTextTest } from './text-test.js';

/** An operand on `tags.name`, and the operands on `tags.value` that belong to it. */
interface NameItem {
  operand: SyntaxNode;
  conditions: readonly Condition[];
  values: SyntaxNode[];
}

interface TagGrouping {
  /** The tag test that replaces an operand on `tags.name`. */
  tests: Map<SyntaxNode, TagTest>;
  /** Operands that are not part of any of these tests. */
  ungrouped: Set<SyntaxNode>;
  problems: Problem[];
}

/**
 * Assigns each condition on `tags.value` of one AND to the nearest `tags.name` before it, or else to
 * the first one after it, so that the name and its values apply to the same tag.
 */
export function groupTagConditions(operands: readonly SyntaxNode[]): TagGrouping {
  const names = operands.map(toNameItem);
  const firstName = names.find((item) => item !== null) ?? null;
  const grouping: TagGrouping = { tests: new Map(), ungrouped: new Set(), problems: [] };
  let previousName: NameItem | null = null;
  for (const [index, operand] of operands.entries()) {
    previousName = names[index] ?? previousName;
    const name = previousName ?? firstName;
    if (name && isValueItem(operand)) name.values.push(operand);
    else grouping.ungrouped.add(operand);
  }
  for (const name of names) {
    if (name && name.values.length > 0) addTest(grouping, name);
  }
  return grouping;
}

/** The problem of a condition on `tags.value` that belongs to no `tags.name`. */
export function valueWithoutName(offset: number): Problem {
  const detail = 'tags.value needs a tags.name in the same group';
  return { code: 'tag_value_without_name', offset, detail };
}

function addTest({ tests, ungrouped, problems }: TagGrouping, name: NameItem): void {
  const conditions = name.values.flatMap(conditionsOf);
  const nullTest = conditions.find(({ operator }) => operator === 'IS NULL');
  if (nullTest && conditions.length > 1) {
    const detail = 'tags.value = NULL cannot be combined with other tags.value conditions';
    problems.push({ code: 'tag_group', offset: nullTest.path.offset, detail });
  }
  const offsets = [...name.conditions, ...conditions].map(({ path }) => path.offset);
  ungrouped.delete(name.operand);
  tests.set(name.operand, {
    type: 'tag',
    names: name.conditions.map(toTextTest),
    values: name.values.flatMap(valueTests),
    start: offsets.reduce((least, offset) => Math.min(least, offset), Infinity),
  });
}

/** An operand that names tags: one positive condition on `tags.name`, or an OR of such conditions. */
function toNameItem(operand: SyntaxNode): NameItem | null {
  const inner = withoutParentheses(operand);
  const alternatives = inner.type === 'or' ? inner.operands.map(withoutParentheses) : [inner];
  const conditions = alternatives.filter(isPositiveName);
  return conditions.length === alternatives.length ? { operand, conditions, values: [] } : null;
}

function isPositiveName(syntax: SyntaxNode): syntax is Condition {
  return isTagCondition(syntax, 'name') && ['=', 'IN', 'LIKE'].includes(syntax.operator);
}

function isValueItem(syntax: SyntaxNode): boolean {
  switch (syntax.type) {
    case 'and':
    case 'or':
      return syntax.operands.every(isValueItem);
    case 'group':
      return isValueItem(syntax.content);
    default:
      return isTagCondition(syntax, 'value');
  }
}

function isTagCondition(syntax: SyntaxNode, field: 'name' | 'value'): syntax is Condition {
  if (syntax.type !== 'condition') return false;
  return syntax.path.namespace === 'tags' && syntax.path.field === field;
}

/** The tests of a value item; the operands of an AND become tests of their own, which mean the same. */
function valueTests(item: SyntaxNode): ValueTest[] {
  const inner = withoutParentheses(item);
  return inner.type === 'and' ? inner.operands.flatMap(valueTests) : [valueTest(inner)];
}

function valueTest(syntax: SyntaxNode): ValueTest {
  const inner = withoutParentheses(syntax);
  if (inner.type === 'condition') return toTextTest(inner);
  if (inner.type === 'pairs') throw new Error('a pair condition is not a value item');
  const operands = inner.operands.map(valueTest).flatMap((test) => flatten(test, inner.type));
  return { type: inner.type, operands };
}

function flatten(test: ValueTest, type: 'and' | 'or'): readonly ValueTest[] {
  return test.type === type ? test.operands : [test];
}

function conditionsOf(syntax: SyntaxNode): Condition[] {
  const inner = withoutParentheses(syntax);
  if (inner.type === 'condition') return [inner];
  return inner.type === 'pairs' ? [] : inner.operands.flatMap(conditionsOf);
}

function withoutParentheses(syntax: SyntaxNode): Exclude<SyntaxNode, { type: 'group' }> {
  return syntax.type === 'group' ? withoutParentheses(syntax.content) : syntax;
}
