import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import {
  type AccessScope,
  type ChargeView,
  checkFilter,
  compileMatch,
  compileWhere,
  factsOf,
  type Filter,
  printFilter,
  QueryParameters,
} from '../vql/index.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import {
  type ResolvedVirtualTag,
  unmarked,
  type VirtualTagColumn,
  virtualTagColumn,
} from '../virtual-tags/column.js';
import type { VirtualTagConfig } from '../virtual-tags/config.js';
import { valuesOf } from '../virtual-tags/resolve.js';
import { materializeRules } from '../virtual-tags/materialize-rules.js';
import type { CostCondition, SegmentRows } from './cost-query.js';
import { costSource } from './cost-source.js';
import { readTagValuesOf } from './known-values.js';
import { clusterProviderList } from './scan.js';
import type { SegmentArms } from './segments.js';

/** The filters that a question is under. */
export interface AskedFilters {
  /** Filters on one provider narrow each other, filters on different ones add up. */
  combined: readonly Filter[];
  /** Narrows what the combined ones leave. */
  within?: Filter;
  /** Sorts what is left over segments, of which each cost has one at most. */
  segments?: SegmentArms;
}

/** One alternative of a filter: its text, and SQL that is true for the rows it matches. */
interface FilterBranch {
  text: string;
  sql: string;
}

export interface CompiledFilters {
  condition: CostCondition;
  /** The alternatives of each filter, over the values that the condition has bound. */
  branches: () => FilterBranches[];
  /** What segments take, in the order in which they are asked. */
  segments: () => SegmentBranch[];
}

/** A segment, and SQL that is true for the rows its filter matches. */
export interface SegmentBranch {
  token: string;
  sql: string;
}

interface FilterBranches {
  text: string;
  branches: FilterBranch[];
}

/** The virtual tags that a question looks at, among those of its account. */
export interface VirtualTags {
  configs: ReadonlyMap<string, VirtualTagConfig>;
  resolved: readonly ResolvedVirtualTag[];
  /** The days that it is about. */
  range: DateRange;
}

const noVirtualTags: VirtualTags = {
  configs: new Map(),
  resolved: [],
  range: { start: '1970-01-01', end: '1970-01-01' },
};

/** Compiles filters over the costs in scope; the scope is part of the condition. */
export async function compileFilters(
  store: CostStore,
  scope: AccessScope,
  { combined, within, segments }: AskedFilters,
  view: ChargeView,
  virtual: VirtualTags = noVirtualTags,
  /** What names of virtual columns and parameters begin with. */
  prefix = '',
): Promise<CompiledFilters> {
  const all = [...combined, ...(within ? [within] : [])];
  const ofSegments = segmentFilters(segments);
  const facts = [...all, ...ofSegments].map(factsOf);
  const parameters = new QueryParameters(prefix);
  const knownTagValues = await knownValues(store, scope, facts, virtual);
  const columns = virtual.resolved.map((resolved, index) =>
    virtualTagColumn(`${prefix}v${index}`, resolved, {
      ...virtual,
      scope,
      parameters,
      knownTagValues,
    }),
  );
  const virtualTags = await Promise.all(
    columns.map((column) => withStoredRules(store, scope, column)),
  );
  const values = new Map(virtualTags.map(({ key, marked }) => [key, unmarked(marked)]));
  const query = { source: costSource(view, values), parameters, knownTagValues };
  const sets = combined.length > 0 && within ? [combined, [within]] : [all];
  const compiled = sets.map((filters) => compileWhere(filters, scope, query));
  const weights = compiled.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  const condition = {
    sql: compiled.map(({ where }) => where).join(' AND '),
    weight: weights.length === 0 ? null : weights.reduce((a, b) => `toDecimal256(${a} * ${b}, 36)`),
    params: parameters.values,
    needsLines: facts.some(({ fields }) => fields.includes('costs.resource_id')),
    virtualTags,
    ...(segments && { segment: segmentRows(segments, ofSegments, query) }),
    namesProviders: all.length > 0 || segments !== undefined,
  };
  const branchesOf = (filter: Filter) => ({
    text: filter.text,
    branches: alternatives(filter).map((branch) => ({
      text: printFilter(branch),
      sql: compileMatch(branch, query),
    })),
  });
  return {
    condition,
    branches: () => all.map(branchesOf),
    segments: () =>
      ofSegments.map((filter, at) => ({
        token: segments!.arms[at]!.token,
        sql: compileMatch(filter, query),
      })),
  };
}

/** The column over materialized rules, where they can be materialized. */
async function withStoredRules(
  store: CostStore,
  { loadIds }: AccessScope,
  column: VirtualTagColumn,
): Promise<VirtualTagColumn> {
  const { keys, storedJoins } = column;
  if (!keys || !storedJoins || !(await materializeRules(store, keys, loadIds))) return column;
  return { ...column, joins: storedJoins };
}

/** One expression over the filters in their order, so that no cost can count twice. */
function segmentRows(
  { arms, rest }: SegmentArms,
  filters: readonly Filter[],
  query: Parameters<typeof compileMatch>[1],
): SegmentRows {
  const named = [...arms.map(({ label }) => label), rest].filter((label) => label !== null);
  const labels = [...new Set(named)];
  const row = (label: string | null) => `${label === null ? 0 : labels.indexOf(label) + 1}`;
  const parts = [
    ...filters.flatMap((filter, at) => [compileMatch(filter, query), row(arms[at]!.label)]),
    ...(rest === null ? [] : [`provider IN ${clusterProviderList}`, '0']),
    row(rest),
  ];
  return {
    sql: `toUInt16(${parts.length === 1 ? parts[0] : `multiIf(${parts.join(', ')})`})`,
    labels,
    labelsSql: query.parameters.bind('Array(String)', labels),
  };
}

function alternatives(filter: Filter): Filter[] {
  const { expression } = filter;
  if (expression.type !== 'or') return [filter];
  return expression.operands.map((operand) => ({ ...filter, expression: operand }));
}

function segmentFilters(segments: SegmentArms | undefined): Filter[] {
  return (segments?.arms ?? []).map(({ filter }) => checkFilter('segment', filter)!);
}

/** Every filter that a question is under. */
export function filtersOf({ combined, within, segments }: AskedFilters): Filter[] {
  return [...combined, ...(within ? [within] : []), ...segmentFilters(segments)];
}

/** A flexible match is worked out against the values that are there. */
async function knownValues(
  store: CostStore,
  scope: AccessScope,
  facts: readonly ReturnType<typeof factsOf>[],
  { resolved }: VirtualTags,
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const wanted = facts.map(({ flexibleTagKeys }) => flexibleTagKeys);
  if (wanted.every((keys) => keys.length === 0)) return undefined;
  const collapsed = resolved.flatMap(({ config }) => config.collapsed.map(({ key }) => key));
  const keys = wanted.includes('all') ? 'all' : [...wanted.flat(), ...collapsed];
  const known = await readTagValuesOf(store, scope, keys);
  for (const tag of resolved) {
    const copied = tag.config.collapsed.flatMap(({ key }) => known.get(key) ?? []);
    const own = known.get(tag.config.key) ?? [];
    known.set(tag.config.key, [...new Set([...own, ...copied, ...valuesOf(tag)])]);
  }
  return known;
}
