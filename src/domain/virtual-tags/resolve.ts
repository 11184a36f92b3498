import type { DateRange } from '../../platform/lib/date-intervals.js';
import type { Db } from '../../platform/store/tables.js';
import { type Filter, mentionsTag } from '../vql/index.js';
import type { ResolvedVirtualTag } from './column.js';
import type { VirtualTagConfig, VirtualTagResult } from './config.js';
import { partsByPercentage } from './parts.js';
import { addWeight, readMetricShares, sharesOf, wholeMonths } from './read-shares.js';
import { alwaysAlike, type Shares } from './shares.js';

/**
 * Costs of all workspaces of the account by month and value of a tag, credits and taxes included.
 * The virtual tag that asks is left out: its own key means the provider's tag.
 */
export type CostsByTag = (
  filter: Filter,
  tag: string,
  range: DateRange,
  asking: VirtualTagConfig,
) => Promise<{ month: string; value: string; amount: string }[]>;

/** Where figures to divide by come from. */
export interface ShareSources {
  db: Db;
  costsByTag: CostsByTag;
}

/** What a question looks at. */
export interface TagUse {
  filters: readonly Filter[];
  /** Keys it groups by. */
  groupedBy: readonly string[];
  /** It asks whether a cost has any tag, and so looks at all of them. */
  anyTag?: boolean;
  range: DateRange;
}

/** The virtual tags that a question looks at, with the shares of its months. */
export async function resolveVirtualTags(
  configs: readonly VirtualTagConfig[],
  { filters, groupedBy, range, anyTag = false }: TagUse,
  sources: ShareSources,
): Promise<ResolvedVirtualTag[]> {
  const resolved: ResolvedVirtualTag[] = [];
  for (const config of configs) {
    const inFilters = anyTag || filters.some((filter) => mentionsTag(filter, config.key));
    if (!inFilters && !groupedBy.includes(config.key)) continue;
    const shares = new Map<string, Shares>();
    for (const { token, result } of config.values) {
      const ofValue = await readShares(config, result, range, sources);
      if (ofValue !== null) shares.set(token, ofValue);
    }
    resolved.push({ config, shares, inFilters });
  }
  return resolved;
}

async function readShares(
  config: VirtualTagConfig,
  result: VirtualTagResult,
  range: DateRange,
  { db, costsByTag }: ShareSources,
): Promise<Shares | null> {
  switch (result.kind) {
    case 'name':
      return null;
    case 'percentages':
      return alwaysAlike(partsByPercentage(result.percentages));
    case 'business_metric':
      return readMetricShares(db, result, range);
    case 'cost_metric': {
      const months: Parameters<typeof addWeight>[0] = new Map();
      for (const { month, value, amount } of await costsByTag(
        result.filter,
        result.tag,
        wholeMonths(range),
        config,
      )) {
        addWeight(months, month, value, amount);
      }
      return sharesOf(months);
    }
  }
}

/** Every value that lines can get from a tag's own rules. */
export function valuesOf({ config, shares }: ResolvedVirtualTag): string[] {
  const named = config.values.flatMap(({ result }) =>
    result.kind === 'name' ? [result.name] : [],
  );
  const parts = [...shares.values()].flatMap((each) => [...each.parts.values()].flat());
  return [...new Set([...named, ...parts.flatMap(({ value }) => (value === null ? [] : [value]))])];
}
