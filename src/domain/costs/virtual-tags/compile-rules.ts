import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  compileMatch,
  compileProviders,
  costLines,
  factsOf,
  type Filter,
  type KnownTagValues,
  tagsInMap,
} from '../vql/index.js';
import type { RuleSet } from './rule-set.js';
import type { CollapsedKey, VirtualTagValue } from './virtual-tag.js';

/** What rules are compiled for: rows with the columns of a line, a map `tags` and the index of their phase. */
export interface RuleContext {
  /** Name of the column with the index of the phase. */
  phaseColumn: string;
  /** SQL of the value of a nested tag, a column that has been computed before; NULL for none. */
  nestedValue: (nested: RuleSet) => Sql;
  knownTagValues?: KnownTagValues;
}

/** The rules of a virtual tag as SQL over a row. */
export interface Rules {
  /** Number of the first value that matches the row, from 1; 0 for none. */
  ruleIndex: Sql;
  /** The prefixed value of a row that is not allocated, empty for none, given the SQL of its rule index. */
  value: (ruleIndex: Sql) => Sql;
}

/** Compiles the rules of a virtual tag. */
export function compileRules(rules: RuleSet, context: RuleContext): Rules {
  const { tag } = rules;
  const providerValue = providerTag(tag.key);
  const names = tag.values.map(({ result }) => (result.kind === 'name' ? `=${result.name}` : null));
  const cases = tag.values.flatMap((value, index) => {
    const condition = compileValue(rules, value, context);
    return condition === null ? [] : [condition, sql`${index + 1}`];
  });
  const ruleIndex = cases.length === 0 ? sql`0` : sql`multiIf(${sql.join(cases)}, 0)`;
  const collapsed = tag.collapsed.flatMap((key) => compileCollapsedKey(rules, key, context));
  const fallback =
    collapsed.length === 0 ? providerValue : sql`multiIf(${sql.join(collapsed)}, ${providerValue})`;
  const list = sql.bind(
    'Array(String)',
    names.map((name) => name ?? ''),
  );
  const named = (index: Sql) =>
    names.every((name) => name === null)
      ? providerValue
      : sql`if(${list}[${index}] = '', ${providerValue}, ${list}[${index}])`;
  const unlessProvided = (expression: Sql, provided: Sql) =>
    tag.overridable ? expression : sql`if(${providerValue} != '', ${provided}, ${expression})`;
  return {
    ruleIndex: sql`toUInt16(${unlessProvided(ruleIndex, sql`0`)})`,
    value: (index) =>
      unlessProvided(sql`if(${index} = 0, ${fallback}, ${named(index)})`, providerValue),
  };
}

/** The prefixed value of a provider's tag; empty for none. */
function providerTag(key: string): Sql {
  const name = sql.bind('String', key);
  return sql`if(mapContains(tags, ${name}), concat('=', tags[${name}]), '')`;
}

/** SQL that is true for the rows that a value matches; null when it applies on no day. */
function compileValue(rules: RuleSet, value: VirtualTagValue, context: RuleContext): Sql | null {
  const phaseTest = compilePhaseTest(rules, context, (day) => rules.applies(value, day));
  if (phaseTest === null) return null;
  const matches = value.filter === null ? sql`true` : compileFilter(rules, value.filter, context);
  return sql`${phaseTest}(${matches})`;
}

/** Condition and value of a collapsed key, as arguments of `multiIf`. */
function compileCollapsedKey(
  rules: RuleSet,
  { key, providers, filter }: CollapsedKey,
  context: RuleContext,
): Sql[] {
  const phaseTest = compilePhaseTest(rules, context, (day) => day >= rules.tag.since);
  if (phaseTest === null) return [];
  const value = providerTag(key);
  const conditions = [
    sql`${value} != ''`,
    ...(providers.length === 0
      ? []
      : [compileProviders(providers, { source: costLines('either') })]),
    ...(filter === null ? [] : [sql`(${compileFilter(rules, filter, context)})`]),
  ];
  return [sql`${phaseTest}(${sql.join(conditions, ' AND ')})`, value];
}

/** A test of the phase that precedes a condition: empty when it applies in all phases, null when in none. */
function compilePhaseTest(
  { phases }: RuleSet,
  { phaseColumn }: RuleContext,
  applies: (day: string) => boolean,
): Sql | null {
  const indexes = phases.flatMap(({ day }, index) => (applies(day) ? [index] : []));
  if (indexes.length === 0) return null;
  return indexes.length === phases.length
    ? sql``
    : sql`${sql.ref(phaseColumn)} IN (${sql.numbers(indexes)}) AND `;
}

function compileFilter({ nested }: RuleSet, filter: Filter, context: RuleContext): Sql {
  const { nestedValue, knownTagValues } = context;
  const virtual = new Map(
    factsOf(filter).tagKeys.flatMap<[string, Sql]>((key) => {
      const other = nested.get(key);
      return other === undefined ? [] : [[key, nestedValue(other)]];
    }),
  );
  const source = { ...costLines('either'), tags: { ...tagsInMap(sql`tags`), virtual } };
  return compileMatch(filter, { source, knownTagValues });
}
