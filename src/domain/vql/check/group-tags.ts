import type { TagTest, ValueTest } from './expression.js';
import type { Problem } from '../syntax/filter-error.js';
import type { Condition, Syntax } from '../syntax/syntax-tree.js';
import { textTest } from './text-test.js';

interface NameItem {
  operand: Syntax;
  conditions: readonly Condition[];
  values: Syntax[];
}

interface Grouping {
  /** The tag test that stands where its name stood. */
  tests: Map<Syntax, TagTest>;
  /** Operands that take no part in a test with values. */
  others: Set<Syntax>;
  problems: Problem[];
}

/**
 * Gives each condition on `tags.value` of one AND to the nearest `tags.name` before it, or else to
 * the first after it, so that name and values speak of one and the same tag.
 */
export function groupTags(operands: readonly Syntax[]): Grouping {
  const names = operands.map(nameItem);
  const firstName = names.find((item) => item !== null) ?? null;
  const grouping: Grouping = { tests: new Map(), others: new Set(), problems: [] };
  let owner: NameItem | null = null;
  for (const [index, operand] of operands.entries()) {
    owner = names[index] ?? owner;
    const name = owner ?? firstName;
    if (name && isValueItem(operand)) name.values.push(operand);
    else grouping.others.add(operand);
  }
  for (const name of names) {
    if (name && name.values.length > 0) addTest(grouping, name);
  }
  return grouping;
}

export function valueWithoutName(offset: number): Problem {
  const detail = 'tags.value needs a tags.name in the same group';
  return { code: 'tag_value_without_name', offset, detail };
}

function addTest({ tests, others, problems }: Grouping, name: NameItem): void {
  const conditions = name.values.flatMap(conditionsOf);
  const absent = conditions.find(({ operator }) => operator === 'IS NULL');
  if (absent && conditions.length > 1) {
    const detail = 'tags.value = NULL cannot be combined with other tags.value conditions';
    problems.push({ code: 'tag_group', offset: absent.path.offset, detail });
  }
  const offsets = [...name.conditions, ...conditions].map(({ path }) => path.offset);
  others.delete(name.operand);
  tests.set(name.operand, {
    type: 'tag',
    names: name.conditions.map(textTest),
    values: name.values.flatMap(valueTests),
    start: offsets.reduce((least, offset) => Math.min(least, offset), Infinity),
  });
}

/** An operand that names tags: one positive condition on `tags.name`, or an OR of such. */
function nameItem(operand: Syntax): NameItem | null {
  const inner = withoutParentheses(operand);
  const alternatives = inner.type === 'or' ? inner.operands.map(withoutParentheses) : [inner];
  const conditions = alternatives.filter(isPositiveName);
  return conditions.length === alternatives.length ? { operand, conditions, values: [] } : null;
}

function isPositiveName(syntax: Syntax): syntax is Condition {
  return isOn(syntax, 'name') && ['=', 'IN', 'LIKE'].includes(syntax.operator);
}

function isValueItem(syntax: Syntax): boolean {
  switch (syntax.type) {
    case 'and':
    case 'or':
      return syntax.operands.every(isValueItem);
    case 'group':
      return isValueItem(syntax.content);
    default:
      return isOn(syntax, 'value');
  }
}

function isOn(syntax: Syntax, field: 'name' | 'value'): syntax is Condition {
  if (syntax.type !== 'condition') return false;
  return syntax.path.namespace === 'tags' && syntax.path.field === field;
}

/** The tests of a value item, those of an AND taken apart: a tag test joins with AND anyway. */
function valueTests(item: Syntax): ValueTest[] {
  const inner = withoutParentheses(item);
  return inner.type === 'and' ? inner.operands.flatMap(valueTests) : [valueTest(inner)];
}

function valueTest(syntax: Syntax): ValueTest {
  const inner = withoutParentheses(syntax);
  if (inner.type === 'condition') return textTest(inner);
  if (inner.type === 'pairs') throw new Error('a pair is no value item');
  const operands = inner.operands.map(valueTest).flatMap((test) => sameType(test, inner.type));
  return { type: inner.type, operands };
}

function sameType(test: ValueTest, type: 'and' | 'or'): readonly ValueTest[] {
  return test.type === type ? test.operands : [test];
}

function conditionsOf(syntax: Syntax): Condition[] {
  const inner = withoutParentheses(syntax);
  if (inner.type === 'condition') return [inner];
  return inner.type === 'pairs' ? [] : inner.operands.flatMap(conditionsOf);
}

function withoutParentheses(syntax: Syntax): Exclude<Syntax, { type: 'group' }> {
  return syntax.type === 'group' ? withoutParentheses(syntax.content) : syntax;
}
