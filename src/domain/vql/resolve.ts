import { Decimal } from '../../platform/lib/decimal.js';
import { isComparison } from './check-literal.js';
import { readComparand } from './comparand.js';
import type { AllOrAny, Expression, TextTest } from './expression.js';
import { type Problem, refuseFirst } from './filter-error.js';
import type { Family } from './kinds.js';
import { resolveProvider } from './provider-keys.js';
import { type Field, findField } from './schema.js';
import type { Condition, Joined, PairCondition, Syntax } from './syntax.js';
import { textTest } from './text-test.js';
import { groupTags, valueWithoutName } from './group-tags.js';

/** Turns checked syntax into an expression; throws the first tag condition that fits no group. */
export function resolve(syntax: Syntax, family: Family): Expression {
  const resolver = new Resolver(family);
  const expression = resolver.resolve(syntax);
  refuseFirst(resolver.problems);
  return expression;
}

class Resolver {
  readonly problems: Problem[] = [];

  constructor(readonly family: Family) {}

  resolve(syntax: Syntax): Expression {
    switch (syntax.type) {
      case 'and':
        return this.and(syntax);
      case 'or':
        return join(
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

  private and({ operands }: Joined): Expression {
    const { tests, others, problems } = groupTags(operands);
    this.problems.push(...problems);
    const grouped = operands.flatMap((operand) => {
      const test = tests.get(operand);
      if (test) return [test];
      return others.has(operand) ? [this.resolve(operand)] : [];
    });
    return join('and', grouped);
  }

  private condition(condition: Condition): Expression {
    const { namespace, field: name, offset: start } = condition.path;
    const field = findField(this.family, namespace, name);
    if (!field) throw new Error(`unchecked field ${namespace}.${name}`);
    if (field.name === 'tags.value') this.problems.push(valueWithoutName(start));
    if (field.name === 'tags.value' || field.name === 'tags.name') {
      return { type: 'tag', names: [textTest(condition)], values: [], start };
    }
    return resolveFieldCondition(condition, field);
  }
}

function resolveFieldCondition(condition: Condition, field: Field): Expression {
  const { key, operator, values, path } = condition;
  const start = path.offset;
  const value = values[0]?.value ?? '';
  if (field.type === 'number') {
    return { type: 'allocation', share: new Decimal(value).toFixed(), start };
  }
  if (field.type === 'boolean') {
    const isEqual = operator === '=';
    return { type: 'marketplace', operator: isEqual ? '=' : '!=', value: value === 'true', start };
  }
  if (isComparison(operator)) {
    const comparand = readComparand(value);
    if (!comparand || key === null) throw new Error(`unchecked comparison with ${value}`);
    return { type: 'comparison', field, key, operator, comparand, start };
  }
  const test = withoutAliases(textTest(condition), field);
  if (field.type === 'provider') return { type: 'provider', field, test, start };
  return { type: 'field', field, key, test, start };
}

function withoutAliases(test: TextTest, field: Field): TextTest {
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

/** Joins operands, taking those of the same type in as their own. */
function join(type: AllOrAny['type'], operands: readonly Expression[]): Expression {
  const flat = operands.flatMap((operand) =>
    operand.type === type ? operand.operands : [operand],
  );
  const [only] = flat;
  if (only && flat.length === 1) return only;
  const start = flat.reduce((least, operand) => Math.min(least, operand.start), Infinity);
  return { type, operands: flat, start };
}
