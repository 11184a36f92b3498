import { Decimal } from '../../../../platform/lib/decimal.js';
import { resolveProvider } from '../../providers/index.js';
import { isComparison } from '../syntax/operators.js';
import { type Problem, throwFirstProblem } from '../syntax/problem.js';
import type { Condition, LogicalNode, PairCondition, SyntaxNode } from '../syntax/syntax-tree.js';
import { parseComparisonValue } from './comparison-value.js';
import type { Expression, LogicalExpression, TextTest } from './expression.js';
import type { FilterFamily } from './filter-kinds.js';
import { groupTagConditions, valueWithoutName } from './group-tag-conditions.js';
import { type Field, findField } from './schemas.js';
import { toTextTest } from './text-test.js';

/** Turns a syntax tree with valid conditions into an expression; throws for tag conditions that belong to no group. */
export function resolveFilter(syntax: SyntaxNode, family: FilterFamily): Expression {
  const resolver = new Resolver(family);
  const expression = resolver.resolve(syntax);
  throwFirstProblem(resolver.problems);
  return expression;
}

class Resolver {
  readonly problems: Problem[] = [];

  constructor(readonly family: FilterFamily) {}

  resolve(syntax: SyntaxNode): Expression {
    switch (syntax.type) {
      case 'and':
        return this.and(syntax);
      case 'or':
        return logical(
          'or',
          syntax.operands.map((operand) => this.resolve(operand)),
        );
      case 'group':
        return this.resolve(syntax.content);
      case 'condition':
        return this.condition(syntax);
      case 'pairs':
        return resolvePairs(syntax);
    }
  }

  private and({ operands }: LogicalNode): Expression {
    const { tests, ungrouped, problems } = groupTagConditions(operands);
    this.problems.push(...problems);
    const resolved = operands.flatMap((operand) => {
      const test = tests.get(operand);
      if (test) return [test];
      return ungrouped.has(operand) ? [this.resolve(operand)] : [];
    });
    return logical('and', resolved);
  }

  private condition(condition: Condition): Expression {
    const { namespace, field: name, offset: start } = condition.path;
    const field = findField(this.family, namespace, name);
    if (!field) throw new Error(`unchecked field ${namespace}.${name}`);
    if (field.name === 'tags.value') this.problems.push(valueWithoutName(start));
    if (field.name === 'tags.value' || field.name === 'tags.name') {
      return { type: 'tag', names: [toTextTest(condition)], values: [], start };
    }
    return resolveFieldCondition(condition, field);
  }
}

function resolveFieldCondition(condition: Condition, field: Field): Expression {
  const { key, operator, values, path } = condition;
  const start = path.offset;
  const text = values[0]?.value ?? '';
  if (field.type === 'number') {
    return { type: 'allocation', share: new Decimal(text).toFixed(), start };
  }
  if (field.type === 'boolean') {
    const isEqual = operator === '=';
    return { type: 'marketplace', operator: isEqual ? '=' : '!=', value: text === 'true', start };
  }
  if (isComparison(operator)) {
    const value = parseComparisonValue(text);
    if (!value || key === null) throw new Error(`unchecked comparison with ${text}`);
    return { type: 'comparison', field, key, operator, value, start };
  }
  const test = replaceAliases(toTextTest(condition), field);
  if (field.type === 'provider') return { type: 'provider', field, test, start };
  return { type: 'field', field, key, test, start };
}

function replaceAliases(test: TextTest, field: Field): TextTest {
  if (field.type === 'provider') {
    return { ...test, values: test.values.map((value) => resolveProvider(value) ?? value) };
  }
  if (field.name === 'resources.type' && !test.operator.endsWith('LIKE')) {
    return { ...test, values: test.values.map(resolveResourceType) };
  }
  return test;
}

function resolveResourceType(type: string): string {
  return type === 'aws_ec2_instance' ? 'aws_instance' : type;
}

function resolvePairs({ negated, pairs, offset }: PairCondition): Expression {
  const values = pairs.map(([name, value]) => [name.value, value.value] as const);
  return { type: 'pairs', negated, pairs: values, start: offset };
}

/** Joins operands; operands of the same type are flattened into the new one. */
function logical(type: LogicalExpression['type'], operands: readonly Expression[]): Expression {
  const flat = operands.flatMap((operand) =>
    operand.type === type ? operand.operands : [operand],
  );
  const [only] = flat;
  if (only && flat.length === 1) return only;
  const start = flat.reduce((least, operand) => Math.min(least, operand.start), Infinity);
  return { type, operands: flat, start };
}
