import { type Problem, throwFirstProblem, throwProblem } from '../syntax/problem.js';
import { type Expression, isLogical } from './expression.js';
import type { FilterFamily } from './filter-kinds.js';
import { intersect, type PossibleValues, possibleValues, unite } from './possible-values.js';

const serviceFields: ReadonlySet<string> = new Set([
  'costs.category',
  'costs.subcategory',
  'costs.resource_id',
]);

/** Checks rules across conditions: missing services, conflicting providers, missing providers. */
export function checkCombinations(expression: Expression, family: FilterFamily): void {
  if (family !== 'costs' && family !== 'financial_commitments') return;
  if (family === 'costs') {
    const problems: Problem[] = [];
    findMissingServices(expression, false, problems);
    throwFirstProblem(problems);
  }
  const problems: Problem[] = [];
  findProviderConflicts(expression, `${family}.provider`, problems);
  throwFirstProblem(problems);
  requireProvider(expression, `${family}.provider`);
}

/** `hasService` says that an enclosing AND restricts the service already. */
function findMissingServices(
  expression: Expression,
  hasService: boolean,
  problems: Problem[],
): void {
  if (expression.type === 'or') {
    for (const operand of expression.operands) findMissingServices(operand, hasService, problems);
  }
  if (expression.type === 'and') {
    const restricts = expression.operands.map(
      (operand) => possibleValues(operand, 'costs.service') !== null,
    );
    const count = restricts.filter(Boolean).length;
    for (const [index, operand] of expression.operands.entries()) {
      const siblingRestricts = count > (restricts[index] ? 1 : 0);
      findMissingServices(operand, hasService || siblingRestricts, problems);
    }
  }
  if (expression.type === 'field' && serviceFields.has(expression.field.name) && !hasService) {
    const detail = `${expression.field.name} needs costs.service = '...' in the same AND group`;
    problems.push({ code: 'service_required', offset: expression.start, detail });
  }
}

/** Reports each AND that no provider can satisfy; returns the possible providers of the expression. */
function findProviderConflicts(
  expression: Expression,
  field: string,
  problems: Problem[],
): PossibleValues {
  if (!isLogical(expression)) return possibleValues(expression, field);
  const { type, operands } = expression;
  const providers = operands.map((operand) => findProviderConflicts(operand, field, problems));
  if (type === 'or') return unite(providers);
  const conflicting = findConflictingOperand(operands, providers);
  if (!conflicting) return intersect(providers);
  const offset = firstProviderOffset(conflicting) ?? conflicting.start;
  const detail = 'one cost has one provider, join providers with OR';
  problems.push({ code: 'provider_conflict', offset, detail });
  // Null, so that an enclosing AND does not report the same conflict again.
  return null;
}

/** The first operand that shares no provider with those before it. */
function findConflictingOperand(
  operands: readonly Expression[],
  providers: readonly PossibleValues[],
): Expression | undefined {
  let common: PossibleValues = null;
  return operands.find((_, index) => {
    common = intersect([common, providers[index] ?? null]);
    return common?.size === 0;
  });
}

function firstProviderOffset(expression: Expression): number | null {
  if (expression.type === 'provider') return expression.start;
  if (!isLogical(expression)) return null;
  for (const operand of expression.operands) {
    const start = firstProviderOffset(operand);
    if (start !== null) return start;
  }
  return null;
}

function requireProvider(expression: Expression, field: string): void {
  if (possibleValues(expression, field) !== null) return;
  if (expression.type === 'or') {
    for (const operand of expression.operands) requireProvider(operand, field);
  }
  throwProblem('provider_required', expression.start, `every OR branch needs ${field} = '...'`);
}
