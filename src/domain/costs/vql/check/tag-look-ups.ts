import { limits } from '../syntax/limits.js';
import { throwProblem } from '../syntax/problem.js';
import {
  type Expression,
  isLogical,
  leavesOf,
  type LogicalExpression,
  type TagTest,
} from './expression.js';
import { isNegated } from './text-test.js';

/** Whether a test is true for rows without a matching tag; `tags.value = NULL` means that no tag has the name. */
export function isNegatedTagTest({ names: [name], values: [value] }: TagTest): boolean {
  return (
    (name !== undefined && isNegated(name)) ||
    (value?.type === 'test' && value.operator === 'IS NULL')
  );
}

/** The operands of an AND or OR, with the tests of tags that one look-up can answer apart. */
export interface GroupedOperands {
  /** All positive and joined with OR, or all negative and joined with AND. */
  shared: TagTest[];
  separate: Expression[];
}

/** "Has a tag a or has a tag b" needs one look-up, and so does "has no tag a and has no tag b". */
export function groupOperands({ type, operands }: LogicalExpression): GroupedOperands {
  const distinct = withoutRepeatedLeaves(operands);
  const isShared = (operand: Expression): operand is TagTest =>
    operand.type === 'tag' &&
    !operand.names.some(({ operator }) => operator.endsWith('NULL')) &&
    isNegatedTagTest(operand) === (type === 'and');
  const shared = distinct.filter(isShared);
  // With shares, the first matching operand decides, so their order has to stay.
  if (shared.length < 2 || distinct.some(allocates)) return { shared: [], separate: distinct };
  return { shared, separate: distinct.filter((operand) => !isShared(operand)) };
}

function allocates(expression: Expression): boolean {
  return leavesOf(expression).some((leaf) => leaf.type === 'allocation');
}

/** Shares multiply, so only they count as often as they are repeated. */
function withoutRepeatedLeaves(operands: readonly Expression[]): Expression[] {
  const found = new Map<unknown, Expression>();
  for (const operand of operands) {
    const counts = isLogical(operand) || operand.type === 'allocation';
    const key = counts ? operand : JSON.stringify({ ...operand, start: 0 });
    if (!found.has(key)) found.set(key, operand);
  }
  return [...found.values()];
}

/** Checks that a filter does not look up so many tags one by one that it would take minutes. */
export function checkTagLookUps(expression: Expression): void {
  const lookUps = countTagLookUps(expression);
  if (lookUps <= limits.tagLookUps) return;
  throwProblem(
    'limit',
    expression.start,
    `the filter tests ${lookUps} tags one by one, at most ${limits.tagLookUps} are allowed; list names and values with IN`,
  );
}

function countTagLookUps(expression: Expression): number {
  if (isLogical(expression)) {
    const { shared, separate } = groupOperands(expression);
    const first = shared.length > 0 ? 1 : 0;
    return separate.reduce((total, operand) => total + countTagLookUps(operand), first);
  }
  if (expression.type === 'pairs') return new Set(expression.pairs.map(([name]) => name)).size;
  return expression.type === 'tag' ? 1 : 0;
}
