import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { inlineValues } from '../../../platform/store/sql.js';
import { compileFieldTests, costLines, factsOf, mentionsTag } from '../vql/index.js';
import { type AllocationShares, hasSharesOn } from './allocation-shares.js';
import { type Phase, phaseIndexOn, splitIntoPhases } from './phases.js';
import type { VirtualTag, VirtualTagValue } from './virtual-tag.js';

/** The rules of a virtual tag in a query, with those of the tags that its filters refer to. */
export interface RuleSet {
  tag: VirtualTag;
  /** Prefix of its columns in a statement. */
  name: string;
  /** Days on which the same rules of this tag and of those it refers to apply. */
  phases: readonly Phase[];
  /** Whether a value applies on a day. */
  applies: (value: VirtualTagValue, day: string) => boolean;
  /** The virtual tags that its filters refer to, by key. */
  nested: ReadonlyMap<string, RuleSet>;
  /** Number of tags below it on the longest chain of references. */
  depth: number;
  /** SQL of every test of a resource id in its rules and those of nested tags, with all values inlined. */
  resourceTests: readonly string[];
}

/** What the rule sets of one query have in common. */
export interface RuleSetContext {
  /** The virtual tags of the account, by key. */
  tags: ReadonlyMap<string, VirtualTag>;
  range: DateRange;
  /** Shares of the values that allocate costs, by value token. */
  shares: ReadonlyMap<string, AllocationShares>;
  nameOf: (tag: VirtualTag) => string;
}

/**
 * Returns a function that builds the rule set of a tag. Each is built once, however many others refer
 * to it. References have no cycles; a tag's own key means the provider's tag.
 */
export function ruleSetBuilder(context: RuleSetContext): (tag: VirtualTag) => RuleSet {
  const built = new Map<VirtualTag, RuleSet>();
  const build = (tag: VirtualTag): RuleSet => {
    const known = built.get(tag);
    if (known) return known;
    const nested = nestedTags(tag, context.tags).map(build);
    const ruleSet = buildRuleSet(tag, nested, context);
    built.set(tag, ruleSet);
    return ruleSet;
  };
  return build;
}

/** These virtual tags and those that their filters refer to, directly or through others. */
export function withNestedTags(
  used: readonly VirtualTag[],
  tags: ReadonlyMap<string, VirtualTag>,
): VirtualTag[] {
  const found = new Set(used);
  // The set grows while it is iterated.
  for (const tag of found) for (const nested of nestedTags(tag, tags)) found.add(nested);
  return [...found];
}

/** The rule set, the sets it depends on before it. */
export function inDependencyOrder(ruleSet: RuleSet, found = new Set<RuleSet>()): RuleSet[] {
  for (const nested of ruleSet.nested.values()) {
    if (!found.has(nested)) inDependencyOrder(nested, found);
  }
  return [...found.add(ruleSet)];
}

function nestedTags(tag: VirtualTag, tags: ReadonlyMap<string, VirtualTag>): VirtualTag[] {
  const keys = new Set(filtersOf(tag).flatMap((filter) => factsOf(filter).tagKeys));
  keys.delete(tag.key);
  return [...keys].flatMap((key) => tags.get(key) ?? []);
}

function buildRuleSet(
  tag: VirtualTag,
  nested: readonly RuleSet[],
  { range, shares, nameOf }: RuleSetContext,
): RuleSet {
  const applies = (value: VirtualTagValue, day: string) =>
    day >= tag.since && isInDateRanges(value, day) && isAllocatable(shares.get(value.token), day);
  const boundaries = [
    ...phaseBoundaries(tag, shares, range),
    ...nested.flatMap(({ phases }) =>
      phases.flatMap(({ ranges }) => ranges.map((each) => each.start)),
    ),
  ];
  // A phase lies within one phase of every nested tag, because their indexes are part of its signature.
  const signature = (day: string) =>
    [
      day >= tag.since,
      ...tag.values.map((value) => applies(value, day)),
      ...nested.map(({ phases }) => phaseIndexOn(phases, day)),
    ].join();
  return {
    tag,
    name: nameOf(tag),
    phases: splitIntoPhases(range, boundaries, signature),
    applies,
    nested: new Map(nested.map((each) => [each.tag.key, each])),
    depth: 1 + Math.max(-1, ...nested.map(({ depth }) => depth)),
    resourceTests: [
      ...new Set([
        ...compileResourceTests(tag),
        ...nested.flatMap(({ resourceTests }) => resourceTests),
      ]),
    ],
  };
}

/** The filters of a virtual tag's values and collapsed keys. */
export const filtersOf = ({ values, collapsed }: VirtualTag) =>
  [...values, ...collapsed].flatMap(({ filter }) => (filter === null ? [] : [filter]));

/** Whether the value of a virtual tag can depend on the provider's tag with this key. */
export function usesTagKey(tag: VirtualTag, key: string): boolean {
  return (
    tag.key === key ||
    tag.collapsed.some((collapsed) => collapsed.key === key) ||
    filtersOf(tag).some((filter) => mentionsTag(filter, key))
  );
}

function compileResourceTests(tag: VirtualTag): string[] {
  const context = { source: costLines('either') };
  return filtersOf(tag)
    .flatMap((filter) => compileFieldTests(filter, 'costs.resource_id', context))
    .map(inlineValues);
}

function isInDateRanges({ dateRanges }: VirtualTagValue, day: string): boolean {
  if (dateRanges.length === 0) return true;
  return dateRanges.some(
    ({ start, end }) => (start === null || start <= day) && (end === null || day <= end),
  );
}

/** A value without shares gives the whole cost one name. */
const isAllocatable = (shares: AllocationShares | undefined, day: string) =>
  shares === undefined || hasSharesOn(shares, day);

/** Days on which another set of a tag's own rules may start to apply. */
function phaseBoundaries(
  { since, values }: VirtualTag,
  sharesByToken: ReadonlyMap<string, AllocationShares>,
  range: DateRange,
): string[] {
  const ofDateRanges = values.flatMap(({ dateRanges }) =>
    dateRanges.flatMap(({ start, end }) => [
      ...(start === null ? [] : [start]),
      ...(end === null ? [] : [addDays(end, 1)]),
    ]),
  );
  const shares = values.flatMap(({ token }) => sharesByToken.get(token) ?? []);
  const ofShares = shares.flatMap(({ months, days }) =>
    months === null ? [] : [...days].flatMap((day) => [day, addDays(day, 1)]),
  );
  const byMonth = shares.some(({ months }) => months !== null);
  return [since, ...ofDateRanges, ...ofShares, ...(byMonth ? monthStarts(range) : [])];
}

function monthStarts({ start, end }: DateRange): string[] {
  const starts: string[] = [];
  for (let day = firstOfMonth(start); day <= end; day = firstOfMonth(day, 1)) starts.push(day);
  return starts;
}
