import { Decimal } from '../../../../platform/lib/decimal.js';
import type { Filter } from './check-filter.js';
import {
  type LeafExpression,
  leavesOf,
  type TagTest,
  type TextTest,
  type ValueTest,
} from './expression.js';
import { type PossibleValues, possibleValues } from './possible-values.js';
import { satisfies, withoutNegation } from './text-test.js';

/** What the rest of the product needs to know about a filter. */
export interface FilterFacts {
  /** Providers of the rows it can match; null when they can have any. */
  providers: readonly string[] | null;
  /** Services of the rows it can match; null when they can have any. */
  services: readonly string[] | null;
  /** Resource types of the rows it can match; null when they can have any. */
  resourceTypes: readonly string[] | null;
  /** Fields it uses, such as `costs.resource_id`. */
  fields: readonly string[];
  /** Tag keys it names with `=` or `IN`; a pattern names none. */
  tagKeys: readonly string[];
  /** Tag keys whose known values the compiler needs for `~*`; `'all'` when a name is a pattern. */
  flexibleTagKeys: readonly string[] | 'all';
  /** Whether it counts some costs with a share other than 1. */
  allocates: boolean;
}

const known = new WeakMap<Filter, FilterFacts>();

/** Derives the facts of a filter from its expression, once: queries with virtual tags need them often. */
export function factsOf(filter: Filter): FilterFacts {
  const facts = known.get(filter) ?? deriveFacts(filter);
  known.set(filter, facts);
  return facts;
}

function deriveFacts({ expression }: Filter): FilterFacts {
  const leaves = leavesOf(expression);
  const providerField = leaves.find((leaf) => leaf.type === 'provider')?.field.name;
  const flexible = leaves.filter((leaf) => leaf.type === 'tag').filter(usesFlexibleMatch);
  const hasPattern = flexible.some(({ names }) => names.some((name) => keysOf(name).length === 0));
  return {
    providers: providerField ? toList(possibleValues(expression, providerField)) : null,
    services: toList(possibleValues(expression, 'costs.service')),
    resourceTypes: toList(possibleValues(expression, 'resources.type')),
    fields: distinct(leaves.flatMap(fieldsOf)),
    tagKeys: distinct(leaves.flatMap(tagKeysOf)),
    flexibleTagKeys: hasPattern ? 'all' : distinct(flexible.flatMap(tagKeysOf)),
    allocates: leaves.some((leaf) => leaf.type === 'allocation' && !new Decimal(leaf.share).eq(1)),
  };
}

/** Whether the result of a filter can depend on the tag with this key. */
export function mentionsTag({ expression }: Filter, key: string): boolean {
  return leavesOf(expression).some((leaf) => {
    if (leaf.type === 'pairs') return leaf.pairs.some(([name]) => name === key);
    if (leaf.type !== 'tag') return false;
    // Whether a row has any tag at all depends on every key.
    return leaf.names.some(
      (name) => name.operator.endsWith('NULL') || satisfies(key, withoutNegation(name)),
    );
  });
}

function fieldsOf(leaf: LeafExpression): string[] {
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

function tagKeysOf(leaf: LeafExpression): readonly string[] {
  if (leaf.type === 'pairs') return leaf.pairs.map(([name]) => name);
  return leaf.type === 'tag' ? leaf.names.flatMap(keysOf) : [];
}

function keysOf({ operator, values }: TextTest): readonly string[] {
  return operator === '=' || operator === 'IN' ? values : [];
}

function usesFlexibleMatch({ values }: TagTest): boolean {
  const isFlexible = (value: ValueTest): boolean =>
    value.type === 'test'
      ? value.operator === '~*' || value.operator === '!~*'
      : value.operands.some(isFlexible);
  return values.some(isFlexible);
}

function toList(values: PossibleValues): readonly string[] | null {
  return values && [...values];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
