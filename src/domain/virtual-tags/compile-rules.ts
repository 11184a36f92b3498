import {
  compileMatch,
  compileProviders,
  costLines,
  factsOf,
  type Filter,
  type KnownTagValues,
  type QueryParameters,
  tagsInMap,
} from '../vql/index.js';
import type { RuleSet } from './rule-set.js';
import type { CollapsedKey, VirtualTagValue } from './virtual-tag.js';

/** What rules are compiled for: rows with the columns of a line, a map `tags` and the index of their phase. */
export interface RuleContext {
  /** Name of the column with the index of the phase. */
  phaseColumn: string;
  /** SQL of the value of a nested tag, a column that has been computed before; NULL for none. */
  nestedValue: (nested: RuleSet) => string;
  parameters: QueryParameters;
  knownTagValues?: KnownTagValues;
}

/** The rules of a virtual tag as SQL over a row. */
export interface Rules {
  /** Number of the first value that matches the row, from 1; 0 for none. */
  ruleIndex: string;
  /** The prefixed value of a row that is not allocated, empty for none, given the SQL of its rule index. */
  value: (ruleIndex: string) => string;
}

/** Compiles the rules of a virtual tag. */
export function compileRules(rules: RuleSet, context: RuleContext): Rules {
  const { tag } = rules;
  const providerValue = providerTag(tag.key, context);
  const names = tag.values.map(({ result }) => (result.kind === 'name' ? `=${result.name}` : null));
  const cases = tag.values.flatMap((value, index) => {
    const condition = compileValue(rules, value, context);
    return condition === null ? [] : [condition, `${index + 1}`];
  });
  const ruleIndex = cases.length === 0 ? '0' : `multiIf(${cases.join(', ')}, 0)`;
  const collapsed = tag.collapsed.flatMap((key) => compileCollapsedKey(rules, key, context));
  const fallback =
    collapsed.length === 0 ? providerValue : `multiIf(${collapsed.join(', ')}, ${providerValue})`;
  const list = context.parameters.bind(
    'Array(String)',
    names.map((name) => name ?? ''),
  );
  const named = (index: string) =>
    names.every((name) => name === null)
      ? providerValue
      : `if(${list}[${index}] = '', ${providerValue}, ${list}[${index}])`;
  const unlessProvided = (expression: string, provided: string) =>
    tag.overridable ? expression : `if(${providerValue} != '', ${provided}, ${expression})`;
  return {
    ruleIndex: `toUInt16(${unlessProvided(ruleIndex, '0')})`,
    value: (index) =>
      unlessProvided(`if(${index} = 0, ${fallback}, ${named(index)})`, providerValue),
  };
}

/** The prefixed value of a provider's tag; empty for none. */
function providerTag(key: string, { parameters }: RuleContext): string {
  const name = parameters.bind('String', key);
  return `if(mapContains(tags, ${name}), concat('=', tags[${name}]), '')`;
}

/** SQL that is true for the rows that a value matches; null when it applies on no day. */
function compileValue(rules: RuleSet, value: VirtualTagValue, context: RuleContext): string | null {
  const phaseTest = compilePhaseTest(rules, context, (day) => rules.applies(value, day));
  if (phaseTest === null) return null;
  const matches = value.filter === null ? 'true' : compileFilter(rules, value.filter, context);
  return `${phaseTest}(${matches})`;
}

/** Condition and value of a collapsed key, as arguments of `multiIf`. */
function compileCollapsedKey(
  rules: RuleSet,
  { key, providers, filter }: CollapsedKey,
  context: RuleContext,
): string[] {
  const phaseTest = compilePhaseTest(rules, context, (day) => day >= rules.tag.since);
  if (phaseTest === null) return [];
  const value = providerTag(key, context);
  const conditions = [
    `${value} != ''`,
    ...(providers.length === 0
      ? []
      : [
          compileProviders(providers, {
            source: costLines('either'),
            parameters: context.parameters,
          }),
        ]),
    ...(filter === null ? [] : [`(${compileFilter(rules, filter, context)})`]),
  ];
  return [`${phaseTest}(${conditions.join(' AND ')})`, value];
}

/** A test of the phase that precedes a condition: empty when it applies in all phases, null when in none. */
function compilePhaseTest(
  { phases }: RuleSet,
  { phaseColumn }: RuleContext,
  applies: (day: string) => boolean,
): string | null {
  const indexes = phases.flatMap(({ day }, index) => (applies(day) ? [index] : []));
  if (indexes.length === 0) return null;
  return indexes.length === phases.length ? '' : `${phaseColumn} IN (${indexes.join(', ')}) AND `;
}

function compileFilter({ nested }: RuleSet, filter: Filter, context: RuleContext): string {
  const { nestedValue, parameters, knownTagValues } = context;
  const virtual = new Map(
    factsOf(filter).tagKeys.flatMap((key) => {
      const other = nested.get(key);
      return other === undefined ? [] : [[key, nestedValue(other)]];
    }),
  );
  const source = { ...costLines('either'), tags: { ...tagsInMap('tags'), virtual } };
  return compileMatch(filter, { source, parameters, knownTagValues });
}
