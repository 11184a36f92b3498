import type { AccessScope, KnownTagValues, QueryParameters } from '../vql/index.js';
import { factsOf } from '../vql/index.js';
import { addDays, firstOfMonth } from '../../platform/lib/days.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import type { VirtualTagConfig, VirtualTagValue } from './config.js';
import { phaseSql, phasesWithin } from './phases.js';
import { keyJoin, type KeyRules, keyRules } from './key-rules.js';
import { compileRules, type Rules } from './rules.js';
import { divides, periodNumber, periodSql, type Shares } from './shares.js';

/** A virtual tag that a question uses, with all that its rules rest on. */
export interface ResolvedVirtualTag {
  config: VirtualTagConfig;
  /** How the values that divide lines do so, by value token. */
  shares: ReadonlyMap<string, Shares>;
  /** A filter of the question looks at it, or a grouping that is not by its value, so that it is needed whatever costs are grouped by. */
  inFilters: boolean;
}

/** A virtual tag as part of a statement over costs. */
export interface VirtualTagColumn {
  key: string;
  inFilters: boolean;
  /** Days of one month can have different values or shares. */
  byDay: boolean;
  /** Its rules look at what only the lines have; these columns are then computed line by line. */
  lineColumns?: Readonly<Record<string, string>>;
  /** Otherwise they are evaluated over the combinations of what they look at. */
  keys?: KeyRules;
  /** What goes behind the table. */
  joins: readonly string[];
  /** The same, once the rules are materialized. */
  storedJoins?: readonly string[];
  /** SQL of the value, marked with a leading `=`; empty for none. */
  marked: string;
  /** SQL of the value that the rules give, marked, and of the rule that gave it: what a division rests on. */
  whole: { value: string; ruleIndex: string };
  /** How lines are divided; absent when none is. */
  division?: Division;
}

/** Rows become one row a part once the parts are joined to them. */
export interface Division {
  /** SQL of the period whose shares a row has. */
  period: string;
  join: (period: string) => string;
  /** SQL of the part of an amount that a row stands for. */
  divide: (amount: string) => string;
  /** SQL of the share that a row stands for. */
  share: string;
}

export interface ColumnContext {
  configs: ReadonlyMap<string, VirtualTagConfig>;
  range: DateRange;
  scope: AccessScope;
  parameters: QueryParameters;
  knownTagValues?: KnownTagValues;
}

/** SQL of a marked value as it is: null for none. */
export function unmarked(marked: string): string {
  return `if(${marked} = '', NULL, substring(${marked}, 2))`;
}

/** Puts the rules of a tag into SQL, under names that begin with `name`. */
export function virtualTagColumn(
  name: string,
  { config, shares, inFilters }: ResolvedVirtualTag,
  context: ColumnContext,
): VirtualTagColumn {
  const involved = withNested(config, context.configs);
  const holds = (of: VirtualTagConfig, value: VirtualTagValue, day: string) =>
    day >= of.since && isInRange(value, day) && canDivide(shares.get(value.token), day);
  const phases = phasesWithin(context.range, cutsOf(involved, shares, context.range), (day) =>
    involved
      .map((of) => [day >= of.since, ...of.values.map((value) => holds(of, value, day))].join())
      .join(';'),
  );
  const phase = phaseSql(phases);
  const isDivided = phases.some(({ day }) =>
    config.values.some((value) => shares.has(value.token) && holds(config, value, day)),
  );
  const division = isDivided ? divisionOf(name, config, shares, context) : undefined;
  const whole = `${name}_value`;
  const compile = (phaseColumn: string) => (parameters: QueryParameters) =>
    compileRules(config, { ...context, parameters, phases, holds, phase: phaseColumn });
  return {
    key: config.key,
    inFilters,
    byDay: phases.length > 1 || [...shares.values()].some(({ days }) => days.size > 0),
    ...(involved.some(looksAtResources)
      ? {
          lineColumns: {
            [`${name}_phase`]: phase,
            ...rulesOf(name, compile(`${name}_phase`)(context.parameters)),
          },
          joins: [],
        }
      : joined(
          name,
          phases.length === 1 ? null : phase,
          context,
          keyRules(phases.length, compile('phase')),
        )),
    marked: division ? `if(${name}_part_value = '', ${whole}, ${name}_part_value)` : whole,
    whole: { value: whole, ruleIndex: `${name}_rule_index` },
    ...(division && { division }),
  };
}

const rulesOf = (name: string, { ruleIndex, value }: Rules) => ({
  [`${name}_rule_index`]: ruleIndex,
  [`${name}_value`]: value(`${name}_rule_index`),
});

function joined(name: string, phase: string | null, { scope }: ColumnContext, keys: KeyRules) {
  return {
    keys,
    joins: [keyJoin(name, phase, { inline: keys.select(scope.loadIds) })],
    storedJoins: [keyJoin(name, phase, keys.id)],
  };
}

/** The tag and the plain ones that its filters name, however deep. */
function withNested(
  config: VirtualTagConfig,
  configs: ReadonlyMap<string, VirtualTagConfig>,
  found: Set<VirtualTagConfig> = new Set(),
): VirtualTagConfig[] {
  found.add(config);
  for (const filter of filtersOf(config)) {
    for (const key of factsOf(filter).tagKeys) {
      const other = key === config.key ? undefined : configs.get(key);
      if (other !== undefined && !found.has(other)) withNested(other, configs, found);
    }
  }
  return [...found];
}

const filtersOf = ({ values, collapsed }: VirtualTagConfig) =>
  [...values, ...collapsed].flatMap(({ filter }) => (filter === null ? [] : [filter]));

function looksAtResources(config: VirtualTagConfig): boolean {
  return filtersOf(config).some((filter) => factsOf(filter).fields.includes('costs.resource_id'));
}

function isInRange({ dateRanges }: VirtualTagValue, day: string): boolean {
  if (dateRanges.length === 0) return true;
  return dateRanges.some(
    ({ start, end }) => (start === null || start <= day) && (end === null || day <= end),
  );
}

const canDivide = (shares: Shares | undefined, day: string) =>
  shares === undefined || divides(shares, day);

/** Days on which another set of rules may begin to hold. */
function cutsOf(
  configs: readonly VirtualTagConfig[],
  shares: ReadonlyMap<string, Shares>,
  range: DateRange,
): string[] {
  const ofRules = configs.flatMap(({ since, values }) => [
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

/** Joins the parts of divided lines; a line that is not divided meets none and stays whole. */
function divisionOf(
  name: string,
  { values }: VirtualTagConfig,
  shares: ReadonlyMap<string, Shares>,
  { parameters }: ColumnContext,
): Division {
  const rows = values.flatMap(({ token }, index) =>
    [...(shares.get(token)?.parts ?? [])].flatMap(([period, parts]) =>
      parts.map((part, at) => ({
        ruleIndex: index + 1,
        period: periodNumber(period),
        at,
        ...part,
      })),
    ),
  );
  const periods = values.flatMap(({ token }, index) => {
    const of = shares.get(token);
    return of === undefined
      ? []
      : [`${name}_rule_index = ${index + 1}`, `toUInt32(${periodSql(of)})`];
  });
  const zipped = [
    parameters.bind(
      'Array(UInt32)',
      rows.map((row) => row.ruleIndex),
    ),
    parameters.bind(
      'Array(UInt32)',
      rows.map((row) => row.period),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ value }) => (value === null ? '' : `=${value}`)),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ share }) => share),
    ),
    parameters.bind(
      'Array(String)',
      rows.map(({ others }) => others.join()),
    ),
  ];
  return {
    period: `toUInt32(multiIf(${periods.join(', ')}, 0))`,
    share: `if(${name}_of = 0, toDecimal256('1', 36), ${name}_share)`,
    join: (period) =>
      [
        `LEFT JOIN (SELECT toUInt16(part.1) AS ${name}_of, part.2 AS ${name}_period, part.3 AS ${name}_part_value,`,
        `    toDecimal256(part.4, 36) AS ${name}_share,`,
        `    arrayMap(other -> toDecimal256(other, 36), if(part.5 = '', [], splitByChar(',', part.5))) AS ${name}_others`,
        `  FROM (SELECT arrayJoin(arrayZip(${zipped.join(', ')})) AS part)`,
        `) AS ${name}_parts ON ${name}_rule_index = ${name}_parts.${name}_of` +
          ` AND ${period} = ${name}_parts.${name}_period`,
      ].join('\n'),
    divide: (amount) => {
      const exact = `toDecimal256(${amount}, 18)`;
      const share = (of: string) => `toDecimal256(roundBankers(${exact} * ${of}, 18), 18)`;
      return (
        `multiIf(${name}_of = 0, ${exact}, empty(${name}_others), ${share(`${name}_share`)},` +
        ` ${exact} - arraySum(other -> ${share('other')}, ${name}_others))`
      );
    },
  };
}
