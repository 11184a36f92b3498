import { addDays } from '../../platform/lib/days.js';
import type { Conversion } from './conversion.js';
import type { VirtualTagColumn } from '../virtual-tags/column.js';
import { defaultCostSettings } from './default-cost-settings.js';
import { dimensions, type DateBin, type Grouping, tagKeysOf } from './dimensions.js';

/** Settings of a report that decide which lines count and how. */
export interface CostSettings {
  amortize: boolean;
  includeCredits: boolean;
  includeRefunds: boolean;
  includeDiscounts: boolean;
  includeTax: boolean;
  aggregateBy: 'cost' | 'usage' | 'count';
}

export const defaultSettings: CostSettings = costSettings({});

/** The settings as reports keep them; what is not chosen follows the defaults. */
export function costSettings(given: {
  amortize?: boolean;
  include_credits?: boolean;
  include_refunds?: boolean;
  include_discounts?: boolean;
  include_tax?: boolean;
  aggregate_by?: CostSettings['aggregateBy'];
}): CostSettings {
  return {
    amortize: given.amortize ?? defaultCostSettings.amortize,
    includeCredits: given.include_credits ?? defaultCostSettings.include_credits,
    includeRefunds: given.include_refunds ?? defaultCostSettings.include_refunds,
    includeDiscounts: given.include_discounts ?? defaultCostSettings.include_discounts,
    includeTax: given.include_tax ?? defaultCostSettings.include_tax,
    aggregateBy: given.aggregate_by ?? 'cost',
  };
}

/** The rows of a segment's report, by numbers: comparing them is half the work of comparing titles. */
export interface SegmentRows {
  /** SQL of the row that a cost counts in, counted from 1; 0: in none. Statements know it as `segment_row`. */
  sql: string;
  labels: readonly string[];
  /** SQL of the labels. */
  labelsSql: string;
}

/** What the compiled filters come down to. */
export interface CostCondition {
  /** Guard and filters: active loads of the integrations the caller may see, and what is asked of them. */
  sql: string;
  /** Share with which a row counts, as SQL of a `Decimal(76, 36)`; null when all count whole. */
  weight: string | null;
  params: Readonly<Record<string, unknown>>;
  /** It tests what only the lines have, such as resource ids. */
  needsLines: boolean;
  segment?: SegmentRows;
  /** Virtual tags that the filters or groupings look at. */
  virtualTags: readonly VirtualTagColumn[];
  /** The filters say which providers count; otherwise costs of clusters, which repeat the cloud bills, stay out. */
  namesProviders: boolean;
}

/** A bin of the calendar, or the whole range as one. */
export type AnyBin = DateBin | 'range';

/** A question about costs, fully resolved: no report, no defaults, no names to look up. */
export interface CostQuery<Bin extends AnyBin = AnyBin> {
  condition: CostCondition;
  /** First and last day, `YYYY-MM-DD`, both included. */
  startDate: string;
  endDate: string;
  /** Costs dated later, days of a spread fee still to come, do not count yet. */
  today: string;
  dateBin: Bin;
  groupings: readonly Grouping[];
  settings: CostSettings;
  conversion: Conversion;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** The day after the last one that counts. */
export function endOf({ endDate, today }: CostQuery): string {
  return addDays(endDate < today ? endDate : today, 1);
}

/** The engine's days begin in 1970 and end in 2149; there are no costs outside. */
export function storedDay(date: string): string {
  if (date < '1970-01-01') return '1970-01-01';
  return date > '2149-06-06' ? '2149-06-06' : date;
}

/** The rollup answers everything it has the columns for. */
export function needsLines({ condition, dateBin, groupings }: CostQuery): boolean {
  const byResource = groupings.some(
    (grouping) => grouping.kind === 'dimension' && 'needsLines' in dimensions[grouping.name],
  );
  const byRules = condition.virtualTags.some(
    ({ key, inFilters, lineColumns }) =>
      lineColumns !== undefined && (inFilters || tagKeysOf(groupings).includes(key)),
  );
  return condition.needsLines || dateBin === 'hour' || byResource || byRules;
}
