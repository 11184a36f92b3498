import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { materializeRules } from '../virtual-tags/materialize-rules.js';
import { withoutPrefix } from '../virtual-tags/prefixed-value.js';
import { filtersOf, withNestedTags } from '../virtual-tags/rule-set.js';
import { possibleValues, type ResolvedVirtualTag } from '../virtual-tags/resolve-virtual-tags.js';
import {
  buildVirtualTagColumns,
  type VirtualTagColumn,
} from '../virtual-tags/virtual-tag-column.js';
import type { VirtualTag } from '../virtual-tags/virtual-tag.js';
import {
  type ChargeView,
  checkFilter,
  compileMatch,
  compileWhere,
  factsOf,
  type Filter,
  printFilter,
  QueryParameters,
  type AccessScope,
} from '../vql/index.js';
import type { CostCondition, SegmentRows } from './cost-query.js';
import { clusterProviderList } from './cost-row-sql.js';
import { costSource } from './cost-source.js';
import { readAllTagValues } from './known-values.js';
import type { SegmentRules } from './segment-rules.js';

/** The filters of a query. */
export interface CostFilters {
  /** Filters on the same provider are joined with AND, filters on different ones with OR. */
  combined: readonly Filter[];
  /** Narrows what the combined filters match. */
  within?: Filter;
  /** Assigns each matching cost to one segment at most. */
  segments?: SegmentRules;
}

/** One alternative of a filter: its text, and SQL that is true for the rows it matches. */
interface FilterBranch {
  text: string;
  sql: string;
}

interface FilterBranches {
  text: string;
  branches: FilterBranch[];
}

/** A segment, and SQL that is true for the rows its filter matches. */
export interface SegmentBranch {
  token: string;
  sql: string;
}

export interface CompiledFilters {
  condition: CostCondition;
  /** The alternatives of each filter, using the bound values of the condition. */
  branches: () => FilterBranches[];
  /** The segments in the order in which they are evaluated. */
  segments: () => SegmentBranch[];
}

/** The virtual tags that a query uses, and all of its account by key. */
export interface UsedVirtualTags {
  tags: ReadonlyMap<string, VirtualTag>;
  resolved: readonly ResolvedVirtualTag[];
  /** The days of the query. */
  range: DateRange;
}

const noVirtualTags: UsedVirtualTags = {
  tags: new Map(),
  resolved: [],
  range: { start: '1970-01-01', end: '1970-01-01' },
};

/** Compiles filters over the costs in scope; the scope is part of the condition. */
export async function compileFilters(
  store: CostStore,
  scope: AccessScope,
  { combined, within, segments }: CostFilters,
  view: ChargeView,
  virtual: UsedVirtualTags = noVirtualTags,
  /** Prefix of the names of virtual columns and parameters. */
  prefix = '',
): Promise<CompiledFilters> {
  const filters = [...combined, ...(within ? [within] : [])];
  const ofSegments = segmentFilters(segments);
  const facts = [...filters, ...ofSegments].map(factsOf);
  const parameters = new QueryParameters(prefix);
  const knownTagValues = await readKnownTagValues(store, scope, facts, virtual);
  const columns = buildVirtualTagColumns(prefix, virtual.resolved, {
    ...virtual,
    scope,
    parameters,
    knownTagValues,
  });
  const virtualTags = await Promise.all(
    columns.map((column) => withStoredRules(store, scope, column)),
  );
  const values = new Map(
    virtualTags.map(({ key, prefixedSql }) => [key, withoutPrefix(prefixedSql)]),
  );
  const query = { source: costSource(view, values), parameters, knownTagValues };
  const sets = combined.length > 0 && within ? [combined, [within]] : [filters];
  const compiled = sets.map((set) => compileWhere(set, scope, query));
  const weights = compiled.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  const condition = {
    sql: compiled.map(({ where }) => where).join(' AND '),
    weight: weights.length === 0 ? null : weights.reduce((a, b) => `toDecimal256(${a} * ${b}, 36)`),
    params: parameters.values,
    needsLines: facts.some(({ fields }) => fields.includes('costs.resource_id')),
    virtualTags,
    ...(segments && { segment: segmentRows(segments, ofSegments, query) }),
    namesProviders: filters.length > 0 || segments !== undefined,
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
    branches: () => filters.map(branchesOf),
    segments: () =>
      ofSegments.map((filter, index) => ({
        token: segments!.rules[index]!.token,
        sql: compileMatch(filter, query),
      })),
  };
}

/** The column over materialized rules, or over rules in the statement where they cannot be materialized. */
async function withStoredRules(
  store: CostStore,
  { loadIds }: AccessScope,
  column: VirtualTagColumn,
): Promise<VirtualTagColumn> {
  if (await materializeRules(store, column.keyRules, loadIds)) return column;
  return { ...column, joins: column.inlineJoins() };
}

/** One expression over the rules in their order, so that no cost can count twice. */
function segmentRows(
  { rules, unmatchedLabel }: SegmentRules,
  filters: readonly Filter[],
  query: Parameters<typeof compileMatch>[1],
): SegmentRows {
  const named = [...rules.map(({ label }) => label), unmatchedLabel];
  const labels = [...new Set(named.filter((label) => label !== null))];
  const row = (label: string | null) => `${label === null ? 0 : labels.indexOf(label) + 1}`;
  const cases = [
    ...filters.flatMap((filter, index) => [compileMatch(filter, query), row(rules[index]!.label)]),
    ...(unmatchedLabel === null ? [] : [`provider IN ${clusterProviderList}`, '0']),
    row(unmatchedLabel),
  ];
  return {
    sql: `toUInt16(${cases.length === 1 ? cases[0] : `multiIf(${cases.join(', ')})`})`,
    labels,
    labelsSql: query.parameters.bind('Array(String)', labels),
  };
}

/** The operands of a filter's top-level OR, or the filter itself. */
function alternatives(filter: Filter): Filter[] {
  const { expression } = filter;
  if (expression.type !== 'or') return [filter];
  return expression.operands.map((operand) => ({ ...filter, expression: operand }));
}

function segmentFilters(segments: SegmentRules | undefined): Filter[] {
  return (segments?.rules ?? []).map(({ filter }) => checkFilter('segment', filter)!);
}

/** Every filter of a query, those of segments included. */
export function listFilters({ combined, within, segments }: CostFilters): Filter[] {
  return [...combined, ...(within ? [within] : []), ...segmentFilters(segments)];
}

/** The tag values that exist, for filters and rules with a flexible match: it is evaluated against each of them. */
async function readKnownTagValues(
  store: CostStore,
  scope: AccessScope,
  facts: readonly ReturnType<typeof factsOf>[],
  { resolved, tags }: UsedVirtualTags,
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const used = withNestedTags(
    resolved.map(({ tag }) => tag),
    tags,
  );
  const ofRules = used.flatMap(filtersOf).map(factsOf);
  const flexible = [...facts, ...ofRules].map(({ flexibleTagKeys }) => flexibleTagKeys);
  if (flexible.every((keys) => keys.length === 0)) return undefined;
  const collapsed = used.flatMap((tag) => tag.collapsed.map(({ key }) => key));
  const keys = flexible.includes('all') ? 'all' : [...flexible.flat(), ...collapsed];
  const known = await readAllTagValues(store, scope, keys);
  for (const tag of used) {
    const shares = resolved.find((each) => each.tag === tag)?.shares ?? new Map();
    const copied = tag.collapsed.flatMap(({ key }) => known.get(key) ?? []);
    const possible = [...copied, ...possibleValues({ tag, shares })];
    known.set(tag.key, [...new Set([...(known.get(tag.key) ?? []), ...possible])]);
  }
  return known;
}
