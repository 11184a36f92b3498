import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Allocation, VirtualTagColumn } from '../virtual-tags/index.js';
import { usedVirtualTags } from './build-from-clause.js';
import type { CostQuery } from './cost-query.js';
import { firstDayOf, rateDay } from './cost-row-sql.js';
import { binSql } from './date-bins.js';
import { type GroupColumn, joinedValue, splitsByUnit } from './group-columns.js';
import { onlyBin } from './only-bin.js';

/** Whether costs of other currencies have to be converted, so that sums are kept by rate day. */
export function convertsCurrency({ conversion }: CostQuery): boolean {
  return conversion.factors.length > 0;
}

/** Whether all costs are in the currency of the result, so that sums need not be kept by currency. */
export function hasOneCurrency({ conversion }: CostQuery): boolean {
  return conversion.factors.length === 0 && conversion.unratedCurrencies.length === 0;
}

export type AllocatingTag = VirtualTagColumn & { allocation: Allocation };

export function tagsAllocatingRows(query: CostQuery): VirtualTagColumn[] {
  const allocatingSums = new Set<VirtualTagColumn>(tagsAllocatingSums(query));
  return usedVirtualTags(query).filter((tag) => !allocatingSums.has(tag));
}

/** Tags that are only grouped by can allocate sums instead of rows, which is far less work. */
export function tagsAllocatingSums(query: CostQuery): AllocatingTag[] {
  if (query.condition.weight !== null) return [];
  return usedVirtualTags(query).filter(
    (tag): tag is AllocatingTag => tag.allocation !== undefined && !tag.inFilters,
  );
}

export function tagOf<Tag extends VirtualTagColumn>(
  { grouping }: GroupColumn,
  tags: readonly Tag[],
): Tag | undefined {
  return grouping.kind === 'tag' ? tags.find(({ key }) => key === grouping.key) : undefined;
}

/** What the rows of a table are summed by, as SQL by name. */
export interface AggregationKeys {
  /** Depends on the day of a row. */
  ofDay: Record<string, Sql>;
  /** The same for all days of a month. */
  ofRow: Record<string, Sql>;
  /** Depends on the day, for virtual tags that allocate sums. */
  ofAllocation: Record<string, Sql>;
  /** Names among `ofRow` that are keys of the result. */
  ofGroup: string[];
}

/** SQL of the start of a row's bin. */
const binOf = (query: CostQuery): Sql =>
  query.dateBin === 'range' ? firstDayOf(query) : binSql[query.dateBin];

export function aggregationKeys(
  query: CostQuery,
  groups: readonly GroupColumn[],
  sumTags: readonly AllocatingTag[],
): AggregationKeys {
  const ofGroup = {
    ...Object.fromEntries(
      groups
        .filter((group) => tagOf(group, sumTags) === undefined)
        .map((group) => [group.name, group.sql ?? joinedValue(group)]),
    ),
    ...(splitsByUnit(query) ? { unit: sql`usage_unit` } : {}),
    ...(hasOneCurrency(query) ? {} : { currency: sql`currency` }),
  };
  const ofRules = sumTags.flatMap(({ ruleColumns: { value, ruleIndex } }) => [value, ruleIndex]);
  return {
    ofDay: {
      accrued_at: onlyBin(query) ?? binOf(query),
      ...(convertsCurrency(query) ? { rate_day: rateDay(query) } : {}),
    },
    ofRow: { ...ofGroup, ...Object.fromEntries(ofRules.map((name) => [name, sql.ref(name)])) },
    ofAllocation: Object.fromEntries(
      sumTags.map(({ allocation }, index) => [`period${index}`, allocation.period]),
    ),
    ofGroup: Object.keys(ofGroup),
  };
}
