import type { DateRange } from '../../../platform/lib/date-intervals.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Filter, mentionsTag } from '../vql/index.js';
import { allocateByPercentage } from './allocation-parts.js';
import { type AllocationShares, constantShares } from './allocation-shares.js';
import { addWeight, readMetricShares, sharesByWeight, wholeMonths } from './read-metric-shares.js';
import type { VirtualTag, VirtualTagResult } from './virtual-tag.js';

/** A virtual tag that a query uses, with the shares that its rules allocate by. */
export interface ResolvedVirtualTag {
  tag: VirtualTag;
  /** Shares of the values that allocate costs, by value token. */
  shares: ReadonlyMap<string, AllocationShares>;
  /** It is used by a filter, or by a grouping other than its own, and so is needed whatever the query groups by. */
  inFilters: boolean;
}

/**
 * Reads the costs of the whole account by month and value of a tag, all kinds of charges included.
 * `allocatedBy`, the virtual tag that allocates by them, is left out: its own key means the
 * provider's tag.
 */
export type CostsByTag = (
  filter: Filter,
  tagKey: string,
  range: DateRange,
  allocatedBy: VirtualTag,
) => Promise<{ month: string; value: string; amount: string }[]>;

/** Where the weights of shares come from. */
export interface ShareSources {
  db: Db;
  costsByTag: CostsByTag;
}

/** How a query uses tags. */
export interface TagUse {
  filters: readonly Filter[];
  /** Tag keys it groups by. */
  groupedBy: readonly string[];
  /** It groups by whether a cost has any tag, and so uses all of them. */
  anyTag?: boolean;
  /** It reads single resources or lines. */
  readsResources?: boolean;
  range: DateRange;
}

/** The virtual tags that a query uses, with the shares of its months. */
export async function resolveVirtualTags(
  tags: readonly VirtualTag[],
  { filters, groupedBy, range, anyTag = false }: TagUse,
  sources: ShareSources,
): Promise<ResolvedVirtualTag[]> {
  const resolved: ResolvedVirtualTag[] = [];
  for (const tag of tags) {
    const inFilters = anyTag || filters.some((filter) => mentionsTag(filter, tag.key));
    if (!inFilters && !groupedBy.includes(tag.key)) continue;
    const shares = new Map<string, AllocationShares>();
    for (const { token, result } of tag.values) {
      const ofValue = await readShares(tag, result, range, sources);
      if (ofValue !== null) shares.set(token, ofValue);
    }
    resolved.push({ tag, shares, inFilters });
  }
  return resolved;
}

async function readShares(
  tag: VirtualTag,
  result: VirtualTagResult,
  range: DateRange,
  { db, costsByTag }: ShareSources,
): Promise<AllocationShares | null> {
  switch (result.kind) {
    case 'name':
      return null;
    case 'percentages':
      return constantShares(allocateByPercentage(result.percentages));
    case 'business_metric':
      return readMetricShares(db, result, range);
    case 'cost_metric': {
      const months: Parameters<typeof addWeight>[0] = new Map();
      const costs = await costsByTag(result.filter, result.tag, wholeMonths(range), tag);
      for (const { month, value, amount } of costs) addWeight(months, month, value, amount);
      return sharesByWeight(months);
    }
  }
}

/** Every value that the rules of a tag can give to a cost. */
export function possibleValues({ tag, shares }: Omit<ResolvedVirtualTag, 'inFilters'>): string[] {
  const named = tag.values.flatMap(({ result }) => (result.kind === 'name' ? [result.name] : []));
  const parts = [...shares.values()].flatMap((each) => [...each.parts.values()].flat());
  return [...new Set([...named, ...parts.flatMap(({ value }) => (value === null ? [] : [value]))])];
}
