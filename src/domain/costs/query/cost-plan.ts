import type { Allocation, VirtualTagColumn } from '../virtual-tags/index.js';
import type { ChargeView } from '../vql/index.js';
import type { CostQuery } from './cost-query.js';
import type { QueryBin } from './date-bins.js';
import type { GroupColumn } from './group-columns.js';
import type { Rollup } from './rollups.js';

/** Some months: those from one up to another, or all others. */
export interface Months {
  from: string;
  /** The first that is not among them. */
  to: string;
  areOthers?: true;
}

/** A rollup, and the part of a query that is read from it. */
export interface RollupScan {
  table: Rollup;
  /** Absent where all months of the query are read. */
  months?: Months;
  /**
   * How its amounts are summed: those of whole months; those of days, one row per `day`; `days` as arrays,
   * which are split after they are summed; or those of a `part-of-month` that is one bin.
   */
  sums: 'month' | 'day' | 'days' | 'part-of-month';
}

/** A table, and the part of a query that is read from it. */
export type TableScan = { table: 'lines' } | RollupScan;

export type AllocatingTag = VirtualTagColumn & { allocation: Allocation };

/**
 * How a cost query is answered, as data: which tables are read and how, what of their rows counts, and
 * what the sums are split by. `planCosts` decides all of it; the `build-…` files only print it as SQL.
 */
export interface CostPlan<Bin extends QueryBin = QueryBin> {
  query: CostQuery<Bin>;
  /** The tables to read; together they have each day once. */
  scans: readonly TableScan[];
  /** The first day, and the day after the last one that counts. */
  firstDay: string;
  endDay: string;
  /** First day of the bin, where there can be only one. */
  onlyBin: string | undefined;
  view: ChargeView;
  /** Charges that do not count. */
  excludedCharges: readonly string[];
  groups: readonly GroupColumn[];
  /** There is one row per usage unit. */
  byUnit: boolean;
  /** Rows are single resources. */
  byResource: boolean;
  /** Rows have the name of a resource beside its id. */
  hasResourceNames: boolean;
  /** Columns that tell the rows of a bin and a currency apart. */
  keyNames: readonly string[];
  /**
   * All costs are in the currency of the result; or some are in others, which are `converted` where
   * there are exchange rates, and otherwise stay `separate`.
   */
  currencies: 'one' | 'converted' | 'separate';
  /** The virtual tags that have to be computed. */
  virtualTags: readonly VirtualTagColumn[];
  /** Those that are computed, and split costs, row by row. */
  rowTags: readonly VirtualTagColumn[];
  /** Those that split the sums of rows. */
  sumTags: readonly AllocatingTag[];
}
