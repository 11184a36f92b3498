import type { Expression } from './expression.js';
import { type Problem, refuse, refuseFirst } from '../syntax/filter-error.js';
import type { Family } from './filter-kinds.js';
import { intersect, type Pin, pinOf, unite } from './possible-values.js';

const needService: ReadonlySet<string> = new Set([
  'costs.category',
  'costs.subcategory',
  'costs.resource_id',
]);

/** Checks how conditions stand together: services, conflicting providers, missing providers. */
export function checkRules(expression: Expression, family: Family): void {
  if (family !== 'costs' && family !== 'financial_commitments') return;
  if (family === 'costs') {
    const problems: Problem[] = [];
    findMissingServices(expression, false, problems);
    refuseFirst(problems);
  }
  const problems: Problem[] = [];
  findConflicts(expression, `${family}.provider`, problems);
  refuseFirst(problems);
  requireProvider(expression, `${family}.provider`);
}

function findMissingServices(expression: Expression, inReach: boolean, problems: Problem[]): void {
  if (expression.type === 'or') {
    for (const operand of expression.operands) findMissingServices(operand, inReach, problems);
  }
  if (expression.type === 'and') {
    const pinned = expression.operands.map((operand) => pinOf(operand, 'costs.service') !== null);
    const count = pinned.filter(Boolean).length;
    for (const [index, operand] of expression.operands.entries()) {
      const bySibling = count > (pinned[index] ? 1 : 0);
      findMissingServices(operand, inReach || bySibling, problems);
    }
  }
  if (expression.type === 'field' && needService.has(expression.field.name) && !inReach) {
    const detail = `${expression.field.name} needs costs.service = '...' in the same AND group`;
    problems.push({ code: 'service_required', offset: expression.start, detail });
  }
}

/** Notes every AND whose operands leave no provider over; gives back the pin of the expression. */
function findConflicts(expression: Expression, provider: string, problems: Problem[]): Pin {
  if (expression.type !== 'and' && expression.type !== 'or') return pinOf(expression, provider);
  const { type, operands } = expression;
  const pins = operands.map((operand) => findConflicts(operand, provider, problems));
  if (type === 'or') return unite(pins);
  const conflicting = conflictingOperand(operands, pins);
  if (!conflicting) return intersect(pins);
  const offset = firstProvider(conflicting) ?? conflicting.start;
  const detail = 'one cost has one provider, join providers with OR';
  problems.push({ code: 'provider_conflict', offset, detail });
  // Without a pin the same conflict is not noted again further up.
  return null;
}

/** The first operand that no longer agrees with those before it. */
function conflictingOperand(
  operands: readonly Expression[],
  pins: readonly Pin[],
): Expression | undefined {
  let common: Pin = null;
  return operands.find((_, index) => {
    common = intersect([common, pins[index] ?? null]);
    return common?.size === 0;
  });
}

function firstProvider(expression: Expression): number | null {
  if (expression.type === 'provider') return expression.start;
  if (expression.type !== 'and' && expression.type !== 'or') return null;
  for (const operand of expression.operands) {
    const start = firstProvider(operand);
    if (start !== null) return start;
  }
  return null;
}

function requireProvider(expression: Expression, provider: string): void {
  if (pinOf(expression, provider) !== null) return;
  if (expression.type === 'or') {
    for (const operand of expression.operands) requireProvider(operand, provider);
  }
  refuse('provider_required', expression.start, `every OR branch needs ${provider} = '...'`);
}
