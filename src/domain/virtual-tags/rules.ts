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
import type { CollapsedKey, VirtualTagConfig, VirtualTagValue } from './config.js';
import type { Phase } from './phases.js';

/** What rules are written over: rows with the columns of a line, `tags`, and the number of their phase. */
export interface RuleContext {
  /** The other virtual tags of the account, by key. */
  configs: ReadonlyMap<string, VirtualTagConfig>;
  phases: readonly Phase[];
  /** Name of the column with the number of the phase. */
  phase: string;
  /** Whether a value holds on a day. */
  holds: (config: VirtualTagConfig, value: VirtualTagValue, day: string) => boolean;
  parameters: QueryParameters;
  knownTagValues?: KnownTagValues;
}

/** The rules of one tag as SQL over a row. */
export interface Rules {
  /** Number of the value that takes the row, from 1; 0 for none. */
  ruleIndex: string;
  /** The value of a row that is not divided, marked with a leading `=`, empty for none, given the SQL of its rule index. */
  value: (ruleIndex: string) => string;
}

export function compileRules(config: VirtualTagConfig, context: RuleContext): Rules {
  const own = providerTag(config.key, context);
  const names = config.values.map(({ result }) =>
    result.kind === 'name' ? `=${result.name}` : null,
  );
  const taken = config.values.flatMap((value, index) => {
    const condition = takes(config, value, context);
    return condition === null ? [] : [condition, `${index + 1}`];
  });
  const ruleIndex = taken.length === 0 ? '0' : `multiIf(${taken.join(', ')}, 0)`;
  const collapsed = config.collapsed.flatMap((each) => collapse(config, each, context));
  const fallback = collapsed.length === 0 ? own : `multiIf(${collapsed.join(', ')}, ${own})`;
  const list = context.parameters.bind(
    'Array(String)',
    names.map((name) => name ?? ''),
  );
  const named = (at: string) =>
    names.every((name) => name === null) ? own : `if(${list}[${at}] = '', ${own}, ${list}[${at}])`;
  const keepsOwn = `${own} != ''`;
  const ruled = (sql: string, otherwise: string) =>
    config.overridable ? sql : `if(${keepsOwn}, ${otherwise}, ${sql})`;
  return {
    ruleIndex: `toUInt16(${ruled(ruleIndex, '0')})`,
    value: (at) => ruled(`if(${at} = 0, ${fallback}, ${named(at)})`, own),
  };
}

/** The provider's tag, marked; empty for none. */
function providerTag(key: string, { parameters }: RuleContext): string {
  const name = parameters.bind('String', key);
  return `if(mapContains(tags, ${name}), concat('=', tags[${name}]), '')`;
}

/** SQL that is true for rows a value takes; null when it never holds. */
function takes(
  config: VirtualTagConfig,
  value: VirtualTagValue,
  context: RuleContext,
): string | null {
  const inPhase = inPhases(context, (day) => context.holds(config, value, day));
  if (inPhase === null) return null;
  const matches = value.filter === null ? 'true' : matchSql(config, value.filter, context);
  return `${inPhase}(${matches})`;
}

function collapse(
  config: VirtualTagConfig,
  { key, providers, filter }: CollapsedKey,
  context: RuleContext,
): string[] {
  const inPhase = inPhases(context, (day) => day >= config.since);
  if (inPhase === null) return [];
  const tag = providerTag(key, context);
  const tests = [
    `${tag} != ''`,
    ...(providers.length === 0
      ? []
      : [
          compileProviders(providers, {
            source: costLines('either'),
            parameters: context.parameters,
          }),
        ]),
    ...(filter === null ? [] : [`(${matchSql(config, filter, context)})`]),
  ];
  return [`${inPhase}(${tests.join(' AND ')})`, tag];
}

/** A test of the phase to put before a condition, empty where it holds in all; null where in none. */
function inPhases({ phases, phase }: RuleContext, holds: (day: string) => boolean): string | null {
  const numbers = phases.flatMap(({ day }, index) => (holds(day) ? [index] : []));
  if (numbers.length === 0) return null;
  return numbers.length === phases.length ? '' : `${phase} IN (${numbers.join(', ')}) AND `;
}

function matchSql(config: VirtualTagConfig, filter: Filter, context: RuleContext): string {
  const source = {
    ...costLines('either'),
    tags: { ...tagsInMap('tags'), virtual: nestedTags(config, filter, context) },
  };
  const { parameters, knownTagValues } = context;
  return compileMatch(filter, { source, parameters, knownTagValues });
}

/** The plain virtual tags that a filter names, worked out in place. The tag's own key means the provider's. */
function nestedTags(
  config: VirtualTagConfig,
  filter: Filter,
  context: RuleContext,
): ReadonlyMap<string, string> {
  const named = factsOf(filter).tagKeys.filter((key) => key !== config.key);
  return new Map(
    named.flatMap((key) => {
      const other = context.configs.get(key);
      if (other === undefined) return [];
      const { ruleIndex, value } = compileRules(other, context);
      const marked = value(`(${ruleIndex})`);
      return [[key, `if((${marked}) = '', NULL, substring(${marked}, 2))`]];
    }),
  );
}
