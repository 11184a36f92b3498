import { addDays } from '../../../platform/lib/days.js';
import type { Sql } from '../../../platform/store/sql.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import type { ChargeView } from '../vql/index.js';
import type { CostSettings } from './cost-settings.js';
import type { CurrencyConversion } from './currency-conversion.js';
import type { QueryBin } from './date-bins.js';
import { type Dimension, dimensions } from './dimensions.js';
import type { Grouping } from './grouping.js';
import { largestRollup, type Rollup } from './rollups.js';

/** The rows of a segment's report, by number: numbers are compared in half the time of titles. */
export interface SegmentRows {
  /** SQL of the number of the row that a cost counts in, from 1; 0 for none. Statements alias it as `segment_row`. */
  sql: Sql;
  labels: readonly string[];
  /** SQL of the array of labels. */
  labelsSql: Sql;
}

/** What the filters of a query compile to. */
export interface CostCondition {
  /** The active loads that the caller may see, and the filters. */
  sql: Sql;
  /** Share with which a row counts, as SQL of a `Decimal(76, 36)`; null when every row counts in full. */
  weight: Sql | null;
  /** The smallest rollup that has the columns it tests. */
  rollup: Rollup;
  /** The rollup that has the tags the query uses. */
  tagRollup: 'tag_costs' | 'resource_costs';
  /** It has to be tested on the lines, whichever rollup has its columns. */
  needsLines?: true;
  segment?: SegmentRows;
  /** Virtual tags that the filters or groupings refer to. */
  virtualTags: readonly VirtualTagColumn[];
  /** The filters choose the providers. Otherwise cluster costs are left out, because they repeat the cloud bills. */
  namesProviders: boolean;
}

/** A fully resolved cost query: no report, no defaults, no names to look up. */
export interface CostQuery<Bin extends QueryBin = QueryBin> {
  condition: CostCondition;
  /** First and last day, `YYYY-MM-DD`, both included. */
  startDate: string;
  endDate: string;
  /** Costs dated later, such as the coming days of an amortized fee, do not count yet. */
  today: string;
  dateBin: Bin;
  groupings: readonly Grouping[];
  settings: CostSettings;
  conversion: CurrencyConversion;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** Rows that only rank resources need no names. */
  withoutResourceNames?: true;
}

/** The charge types that a query sees: those of amortized costs, or those of the bill. */
export const viewOf = ({ settings }: Pick<CostQuery, 'settings'>): ChargeView =>
  settings.amortize ? 'amortized' : 'billed';

/** The day after the last one that counts. */
export function endOf({ endDate, today }: CostQuery): string {
  return addDays(endDate < today ? endDate : today, 1);
}

/** Clamps a day to the range of ClickHouse's `Date`, 1970 to 2149; there are no costs outside it. */
export function clampToDateType(date: string): string {
  if (date < '1970-01-01') return '1970-01-01';
  return date > '2149-06-06' ? '2149-06-06' : date;
}

/** Whether a query needs columns that the rollups do not have. */
export function needsLines({ condition, dateBin }: CostQuery): boolean {
  return condition.needsLines === true || dateBin === 'hour';
}

/** The smallest rollup that has the columns of a condition and of groupings. */
export function rollupOf(
  { rollup, tagRollup }: CostCondition,
  groupings: readonly Grouping[],
): Rollup {
  const ofGrouping = (grouping: Grouping): Rollup => {
    if (grouping.kind === 'tag') return tagRollup;
    // The filters of segments are part of the condition.
    if (grouping.kind === 'segment') return 'service_costs';
    const { rollup: needed }: Dimension = dimensions[grouping.name];
    return needed === 'tag_costs' ? tagRollup : (needed ?? 'service_costs');
  };
  return largestRollup([rollup, ...groupings.map(ofGrouping)]);
}
