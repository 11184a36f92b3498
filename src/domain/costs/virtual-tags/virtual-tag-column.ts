import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { KnownTagValues } from '../vql/index.js';
import type { AllocationShares } from './allocation-shares.js';
import { type Allocation, buildAllocation } from './allocation-sql.js';
import {
  buildKeyJoin,
  type KeyRules,
  keyRulesBuilder,
  type KeySelection,
  selectInline,
} from './key-rules.js';
import { changesWithinMonth, phaseSql } from './phases.js';
import type { ResolvedVirtualTag } from './resolve-virtual-tags.js';
import { ruleColumnsOf } from './rule-levels.js';
import { type RuleSet, ruleSetBuilder } from './rule-set.js';
import type { VirtualTag } from './virtual-tag.js';

/** A virtual tag as part of a statement over costs. */
export interface VirtualTagColumn {
  key: string;
  /** First day that its rules apply to. */
  since: string;
  /** It is needed whatever the query groups by. */
  inFilters: boolean;
  /** Its values or shares can differ between the days of a month. */
  variesByDay: boolean;
  /** Its values can: a row has to be a single day when its rules are joined. */
  joinsByDay: boolean;
  /** Its rules depend on the resource of a row. */
  needsResources: boolean;
  /** Its rules over the combinations of everything that rules can use. */
  keyRules: KeyRules;
  /** Joins that follow the table; they read the materialized results of its key rules. */
  joins: readonly Sql[];
  /** The same joins over rules that are evaluated in the statement, for when they cannot be materialized. */
  inlineJoins: () => readonly Sql[];
  /** SQL of the value with a leading `=`; empty for none. */
  prefixedSql: Sql;
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
  knownTagValues?: KnownTagValues;
}

/** Compiles the virtual tags of a query to SQL, under names that begin with `prefix`. */
export function buildVirtualTagColumns(
  prefix: string,
  resolved: readonly ResolvedVirtualTag[],
  context: ColumnContext,
): VirtualTagColumn[] {
  const named = [...new Set([...resolved.map(({ tag }) => tag), ...context.tags.values()])];
  const ruleSetOf = ruleSetBuilder({
    ...context,
    shares: new Map(resolved.flatMap(({ shares }) => [...shares])),
    nameOf: (tag) => `${prefix}v${named.indexOf(tag)}`,
  });
  const keyRulesOf = keyRulesBuilder(context.knownTagValues);
  return resolved.map(({ tag, shares, inFilters }) => {
    const ruleSet = ruleSetOf(tag);
    const { name, phases } = ruleSet;
    const { value, ruleIndex } = ruleColumnsOf(ruleSet);
    const joinsByDay = changesWithinMonth(phases, context.range);
    const allocation = allocates(ruleSet, shares) ? buildAllocation(name, tag, shares) : undefined;
    const unallocated = sql.ref(value);
    const part = sql.ref(`${name}_part_value`);
    return {
      key: tag.key,
      since: tag.since,
      inFilters,
      variesByDay: joinsByDay || [...shares.values()].some(({ days }) => days.size > 0),
      joinsByDay,
      needsResources: ruleSet.resourceTests.length > 0,
      ...joinRules(ruleSet, keyRulesOf(ruleSet), context),
      prefixedSql: allocation ? sql`if(${part} = '', ${unallocated}, ${part})` : unallocated,
      ruleColumns: { value, ruleIndex },
      ...(allocation && { allocation }),
    };
  });
}

function allocates(
  { tag, phases, applies }: RuleSet,
  shares: ReadonlyMap<string, AllocationShares>,
): boolean {
  const allocating = tag.values.filter(({ token }) => shares.has(token));
  return phases.some(({ day }) => allocating.some((value) => applies(value, day)));
}

function joinRules(
  ruleSet: RuleSet,
  keyRules: KeyRules,
  { keys, knownTagValues }: ColumnContext,
): Pick<VirtualTagColumn, 'keyRules' | 'joins' | 'inlineJoins'> {
  const { phases } = ruleSet;
  const phase = phases.length === 1 ? null : phaseSql(phases);
  return {
    keyRules,
    joins: [buildKeyJoin(ruleSet, phase, keyRules.id)],
    inlineJoins: () => {
      const inline = selectInline(ruleSet, keys, knownTagValues);
      return [buildKeyJoin(ruleSet, phase, { inline })];
    },
  };
}
