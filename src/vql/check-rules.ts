import type { AllOrAny, Expression } from './expression.js';
import { type Problem, refuse, refuseFirst } from './filter-error.js';
import type { Family } from './kinds.js';
import { intersect, type Pin, pinOf, unite } from './pins.js';

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
  const pins = expression.operands.map((operand) => findConflicts(operand, provider, problems));
  if (expression.type === 'or') return unite(pins);
  // An operand that is a conflict by itself has been noted already.
  if (!pins.some((pin) => pin?.size === 0)) problems.push(...conflicts(expression, pins));
  return intersect(pins);
}

/** The conflict stands at the first provider condition that no longer agrees with those before. */
function conflicts({ operands }: AllOrAny, pins: readonly Pin[]): Problem[] {
  let common: Pin = null;
  for (const [index, operand] of operands.entries()) {
    common = intersect([common, pins[index] ?? null]);
    if (common?.size !== 0) continue;
    const offset = firstProvider(operand) ?? operand.start;
    const detail = 'one cost has one provider, join providers with OR';
    return [{ code: 'provider_conflict', offset, detail }];
  }
  return [];
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
