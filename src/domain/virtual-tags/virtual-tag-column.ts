import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../platform/lib/days.js';
import { factsOf, type KnownTagValues, mentionsTag, type QueryParameters } from '../vql/index.js';
import { type AllocationShares, hasSharesOn } from './allocation-shares.js';
import { type Allocation, buildAllocation } from './allocation-sql.js';
import { compileRules, type Rules } from './compile-rules.js';
import { buildKeyJoin, buildKeyRules, type KeyRules, type KeySelection } from './key-rules.js';
import { changesWithinMonth, phaseSql, splitIntoPhases } from './phases.js';
import type { ResolvedVirtualTag } from './resolve-virtual-tags.js';
import type { VirtualTag, VirtualTagValue } from './virtual-tag.js';

/** A virtual tag as part of a statement over costs. */
export interface VirtualTagColumn {
  key: string;
  /** It is needed whatever the query groups by. */
  inFilters: boolean;
  /** Its values or shares can differ between the days of a month. */
  variesByDay: boolean;
  /** Its values can: a row has to be a single day when its rules are joined. */
  joinsByDay: boolean;
  /** Columns to compute per line, where its rules use columns that only the lines have. */
  lineColumns?: Readonly<Record<string, string>>;
  /** Otherwise its rules over the combinations of everything that rules can use. */
  keyRules?: KeyRules;
  /** Joins that follow the table. */
  joins: readonly string[];
  /** The same joins over materialized rules. */
  storedJoins?: readonly string[];
  /** SQL of the value with a leading `=`; empty for none. */
  prefixedSql: string;
  /** Columns with the prefixed value and the index of the rule that gave it, before allocation. */
  ruleColumns: { value: string; ruleIndex: string };
  /** How costs are allocated; absent when none are. */
  allocation?: Allocation;
}

interface ColumnContext {
  /** The virtual tags of the account, by key. */
  tags: ReadonlyMap<string, VirtualTag>;
  range: DateRange;
  keys: KeySelection;
  parameters: QueryParameters;
  knownTagValues?: KnownTagValues;
}

/** Compiles a virtual tag to SQL, under names that begin with `name`. */
export function buildVirtualTagColumn(
  name: string,
  { tag, shares, inFilters }: ResolvedVirtualTag,
  context: ColumnContext,
): VirtualTagColumn {
  const involved = withNestedTags(tag, context.tags);
  const applies = (to: VirtualTag, value: VirtualTagValue, day: string) =>
    day >= to.since && isInDateRanges(value, day) && isAllocatable(shares.get(value.token), day);
  const phases = splitIntoPhases(
    context.range,
    phaseBoundaries(involved, shares, context.range),
    (day) =>
      involved
        .map((each) =>
          [day >= each.since, ...each.values.map((value) => applies(each, value, day))].join(),
        )
        .join(';'),
  );
  const phase = phaseSql(phases);
  const joinsByDay = changesWithinMonth(phases, context.range);
  const allocates = phases.some(({ day }) =>
    tag.values.some((value) => shares.has(value.token) && applies(tag, value, day)),
  );
  const allocation = allocates ? buildAllocation(name, tag, shares, context.parameters) : undefined;
  const ruleColumns = { value: `${name}_value`, ruleIndex: `${name}_rule_index` };
  const compile = (phaseColumn: string) => (parameters: QueryParameters) =>
    compileRules(tag, { ...context, parameters, phases, applies, phaseColumn });
  return {
    key: tag.key,
    inFilters,
    variesByDay: joinsByDay || [...shares.values()].some(({ days }) => days.size > 0),
    joinsByDay,
    ...(involved.some(usesResources)
      ? {
          lineColumns: {
            [`${name}_phase`]: phase,
            ...ruleEntries(ruleColumns, compile(`${name}_phase`)(context.parameters)),
          },
          joins: [],
        }
      : joinRules(
          name,
          phases.length === 1 ? null : phase,
          context,
          buildKeyRules(phases.length, compile('phase')),
        )),
    prefixedSql: allocation
      ? `if(${name}_part_value = '', ${ruleColumns.value}, ${name}_part_value)`
      : ruleColumns.value,
    ruleColumns,
    ...(allocation && { allocation }),
  };
}

const ruleEntries = (
  columns: VirtualTagColumn['ruleColumns'],
  { ruleIndex, value }: Rules,
): Record<string, string> => ({
  [columns.ruleIndex]: ruleIndex,
  [columns.value]: value(columns.ruleIndex),
});

function joinRules(
  name: string,
  phase: string | null,
  { keys }: ColumnContext,
  keyRules: KeyRules,
) {
  return {
    keyRules,
    joins: [buildKeyJoin(name, phase, { inline: keyRules.select(keys) })],
    storedJoins: [buildKeyJoin(name, phase, keyRules.id)],
  };
}

/** A virtual tag and those that its filters refer to, directly or through others. */
export function withNestedTags(
  tag: VirtualTag,
  tags: ReadonlyMap<string, VirtualTag>,
  found: Set<VirtualTag> = new Set(),
): VirtualTag[] {
  found.add(tag);
  for (const filter of filtersOf(tag)) {
    for (const key of factsOf(filter).tagKeys) {
      const other = key === tag.key ? undefined : tags.get(key);
      if (other !== undefined && !found.has(other)) withNestedTags(other, tags, found);
    }
  }
  return [...found];
}

const filtersOf = ({ values, collapsed }: VirtualTag) =>
  [...values, ...collapsed].flatMap(({ filter }) => (filter === null ? [] : [filter]));

/** Whether the value of a virtual tag can depend on the provider's tag with this key. */
export function usesTagKey(tag: VirtualTag, key: string): boolean {
  return (
    tag.key === key ||
    tag.collapsed.some((collapsed) => collapsed.key === key) ||
    filtersOf(tag).some((filter) => mentionsTag(filter, key))
  );
}

function usesResources(tag: VirtualTag): boolean {
  return filtersOf(tag).some((filter) => factsOf(filter).fields.includes('costs.resource_id'));
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

/** Days on which another set of rules may start to apply. */
function phaseBoundaries(
  tags: readonly VirtualTag[],
  shares: ReadonlyMap<string, AllocationShares>,
  range: DateRange,
): string[] {
  const ofRules = tags.flatMap(({ since, values }) => [
    since,
    ...values.flatMap(({ dateRanges }) =>
      dateRanges.flatMap(({ start, end }) => [
        ...(start === null ? [] : [start]),
        ...(end === null ? [] : [addDays(end, 1)]),
      ]),
    ),
  ]);
  const ofShares = [...shares.values()].flatMap(({ months, days }) =>
    months === null ? [] : [...days].flatMap((day) => [day, addDays(day, 1)]),
  );
  const byMonth = [...shares.values()].some(({ months }) => months !== null);
  return [...ofRules, ...ofShares, ...(byMonth ? monthStarts(range) : [])];
}

function monthStarts({ start, end }: DateRange): string[] {
  const starts: string[] = [];
  for (let day = firstOfMonth(start); day <= end; day = firstOfMonth(day, 1)) starts.push(day);
  return starts;
}
