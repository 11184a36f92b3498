import type { DateRange } from '../../../platform/lib/date-intervals.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  type KeySelection,
  materializeRules,
  withoutPrefix,
  possibleValues,
  type ResolvedVirtualTag,
  filtersOf,
  usesTagKey,
  withNestedTags,
  buildVirtualTagColumns,
  type VirtualTagColumn,
  type VirtualTag,
} from '../virtual-tags/index.js';
import {
  type ChargeView,
  checkFilter,
  compileMatch,
  compileWhere,
  factsOf,
  type Filter,
  mentionsTag,
  printFilter,
  type AccessScope,
} from '../vql/index.js';
import type { CostCondition, SegmentRows } from './cost-query.js';
import { clusterProviderList } from './cost-row-sql.js';
import { costSource } from './cost-source.js';
import { readAllTagValues } from './known-values.js';
import { largestRollup, type Rollup } from './rollups.js';
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
  sql: Sql;
}

interface FilterBranches {
  text: string;
  branches: FilterBranch[];
}

/** A segment, and SQL that is true for the rows its filter matches. */
export interface SegmentBranch {
  token: string;
  sql: Sql;
}

export interface CompiledFilters {
  condition: CostCondition;
  /** The alternatives of each filter. */
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
  /** Tag keys that the query groups by. */
  groupedBy: readonly string[];
  /** Whether the result depends on every tag. */
  anyTag: boolean;
  /** Whether single resources or lines are read. */
  readsResources: boolean;
}

const noVirtualTags: UsedVirtualTags = {
  tags: new Map(),
  resolved: [],
  range: { start: '1970-01-01', end: '1970-01-01' },
  groupedBy: [],
  anyTag: false,
  readsResources: false,
};

/** Compiles filters over the costs in scope; the scope is part of the condition. */
export async function compileFilters(
  store: CostStore,
  scope: AccessScope & { leftOutTagKeys: readonly string[] },
  { combined, within, segments }: CostFilters,
  view: ChargeView,
  virtual: UsedVirtualTags = noVirtualTags,
  /** Prefix of the names of virtual columns. */
  prefix = '',
): Promise<CompiledFilters> {
  const filters = [...combined, ...(within ? [within] : [])];
  const ofSegments = segmentFilters(segments);
  const facts = [...filters, ...ofSegments].map(factsOf);
  const knownTagValues = await readKnownTagValues(store, scope, facts, virtual);
  const tagRollup = chooseTagRollup(scope.leftOutTagKeys, [...filters, ...ofSegments], virtual);
  const keys = { rollup: tagRollup, loadIds: scope.loadIds };
  const columns = buildVirtualTagColumns(prefix, virtual.resolved, {
    ...virtual,
    keys,
    knownTagValues,
  });
  const virtualTags = await Promise.all(
    columns.map((column) => withStoredRules(store, keys, column)),
  );
  const values = new Map(
    virtualTags.map(({ key, prefixedSql }) => [key, withoutPrefix(prefixedSql)]),
  );
  const query = { source: costSource(view, values), knownTagValues };
  const sets = combined.length > 0 && within ? [combined, [within]] : [filters];
  const compiled = sets.map((set) => compileWhere(set, scope, query));
  const weights = compiled.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  const condition = {
    sql: sql.join(
      compiled.map(({ where }) => where),
      ' AND ',
    ),
    weight:
      weights.length === 0 ? null : weights.reduce((a, b) => sql`toDecimal256(${a} * ${b}, 36)`),
    rollup: largestRollup(facts.flatMap(({ fields }) => fields.map(rollupOfField(tagRollup)))),
    tagRollup,
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

/**
 * The rollup that has all tags that a query depends on. A query that reads resources or lines needs
 * the results of virtual tags for their complete tags.
 */
function chooseTagRollup(
  leftOutKeys: readonly string[],
  filters: readonly Filter[],
  { tags, resolved, groupedBy, anyTag, readsResources }: UsedVirtualTags,
): CostCondition['tagRollup'] {
  const used = withNestedTags(
    resolved.map(({ tag }) => tag),
    tags,
  );
  const needsAllTags =
    anyTag ||
    readsResources ||
    [...filters, ...used.flatMap(filtersOf)].some((filter) =>
      factsOf(filter).fields.includes('costs.resource_id'),
    );
  const isUsed = (key: string) =>
    needsAllTags ||
    groupedBy.includes(key) ||
    filters.some((filter) => mentionsTag(filter, key)) ||
    used.some((tag) => usesTagKey(tag, key));
  return leftOutKeys.some(isUsed) ? 'resource_costs' : 'tag_costs';
}

const rollupOfField =
  (tagRollup: Rollup) =>
  (field: string): Rollup => {
    if (field.startsWith('tags.')) return tagRollup;
    if (field === 'costs.resource_id') return 'resource_costs';
    if (field === 'costs.subcategory') return 'usage_costs';
    return field === 'costs.account_id' ? 'account_costs' : 'service_costs';
  };

/** The column over materialized rules, or over rules in the statement where they cannot be materialized. */
async function withStoredRules(
  store: CostStore,
  keys: KeySelection,
  column: VirtualTagColumn,
): Promise<VirtualTagColumn> {
  if (await materializeRules(store, column.keyRules, keys)) return column;
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
  const row = (label: string | null) => sql`${label === null ? 0 : labels.indexOf(label) + 1}`;
  const cases = [
    ...filters.flatMap((filter, index) => [compileMatch(filter, query), row(rules[index]!.label)]),
    ...(unmatchedLabel === null ? [] : [sql`provider IN ${clusterProviderList}`, sql`0`]),
    row(unmatchedLabel),
  ];
  return {
    sql: sql`toUInt16(${cases.length === 1 ? cases[0]! : sql`multiIf(${sql.join(cases)})`})`,
    labels,
    labelsSql: sql.bind('Array(String)', labels),
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
