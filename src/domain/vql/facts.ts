import { Decimal } from '../../platform/lib/decimal.js';
import type { Filter } from './check.js';
import type { AllOrAny, Expression, TagTest, TextTest, ValueTest } from './expression.js';
import { type Pin, pinOf } from './pins.js';
import { positiveOf, satisfies } from './text-test.js';

/** What other parts of the product ask about a filter. */
export interface FilterFacts {
  /** Providers its rows can have; null when they can have any. */
  providers: readonly string[] | null;
  /** Services its rows can have; null when they can have any. */
  services: readonly string[] | null;
  /** Resource types its rows can have; null when they can have any. */
  resourceTypes: readonly string[] | null;
  /** Fields it looks at, such as `costs.resource_id`. */
  fields: readonly string[];
  /** Tag keys it names outright; a pattern names none. */
  tagKeys: readonly string[];
  /** Tags whose known values the compiler needs for `~*`; `'all'` after a name pattern. */
  flexibleTagKeys: readonly string[] | 'all';
  /** Whether some cost counts with a share other than 1. */
  allocates: boolean;
}

/** Derives what a filter fixes and what it looks at. */
export function factsOf({ expression }: Filter): FilterFacts {
  const leaves = leavesOf(expression);
  const namespace = leaves.find((leaf) => leaf.type === 'provider')?.field.name;
  const flexible = leaves.filter((leaf) => leaf.type === 'tag').filter(isFlexible);
  const isOpen = flexible.some(({ names }) => names.some((name) => keysOf(name).length === 0));
  return {
    providers: namespace ? listed(pinOf(expression, namespace)) : null,
    services: listed(pinOf(expression, 'costs.service')),
    resourceTypes: listed(pinOf(expression, 'resources.type')),
    fields: distinct(leaves.flatMap(fieldsOf)),
    tagKeys: distinct(leaves.flatMap(tagKeysOf)),
    flexibleTagKeys: isOpen ? 'all' : distinct(flexible.flatMap(tagKeysOf)),
    allocates: leaves.some((leaf) => leaf.type === 'allocation' && !new Decimal(leaf.share).eq(1)),
  };
}

/** Whether the truth of a filter can depend on the tag with this key. */
export function mentionsTag({ expression }: Filter, key: string): boolean {
  return leavesOf(expression).some((leaf) => {
    if (leaf.type === 'pairs') return leaf.pairs.some(([name]) => name === key);
    if (leaf.type !== 'tag') return false;
    // Whether a row has any tag at all depends on every key.
    return leaf.names.some(
      (name) => name.operator.endsWith('NULL') || satisfies(key, positiveOf(name)),
    );
  });
}

type Leaf = Exclude<Expression, AllOrAny>;

function leavesOf(expression: Expression): Leaf[] {
  if (expression.type !== 'and' && expression.type !== 'or') return [expression];
  return expression.operands.flatMap(leavesOf);
}

function fieldsOf(leaf: Leaf): string[] {
  switch (leaf.type) {
    case 'tag':
      return leaf.values.length > 0 ? ['tags.name', 'tags.value'] : ['tags.name'];
    case 'pairs':
      return ['tags.name', 'tags.value'];
    case 'marketplace':
      return ['costs.marketplace'];
    case 'allocation':
      return ['costs.allocation'];
    default:
      return [leaf.field.name];
  }
}

function tagKeysOf(leaf: Leaf): readonly string[] {
  if (leaf.type === 'pairs') return leaf.pairs.map(([name]) => name);
  return leaf.type === 'tag' ? leaf.names.flatMap(keysOf) : [];
}

function keysOf({ operator, values }: TextTest): readonly string[] {
  return operator === '=' || operator === 'IN' ? values : [];
}

function isFlexible({ values }: TagTest): boolean {
  const isFlexibleValue = (value: ValueTest): boolean =>
    value.type === 'test'
      ? value.operator === '~*' || value.operator === '!~*'
      : value.operands.some(isFlexibleValue);
  return values.some(isFlexibleValue);
}

function listed(pin: Pin): readonly string[] | null {
  return pin && [...pin];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
