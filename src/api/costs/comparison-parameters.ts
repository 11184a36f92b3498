import { z } from 'zod';
import { type Comparison, comparisons } from '../../domain/costs/query/index.js';
import { queryDate } from '../../platform/kernel/fields.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { ShapeFailure } from '../../platform/lib/errors.js';

/** Query parameters that choose what a range is compared with. */
export const comparisonParameters = {
  compare_to: z
    .enum(comparisons)
    .optional()
    .describe('Range to compare with; only complete days are compared.'),
  compare_start_date: queryDate()
    .optional()
    .describe('First day of a range of your own to compare with, instead of compare_to.'),
  compare_end_date: queryDate().optional().describe('Its last day, inclusive.'),
};

export interface ComparisonParameters {
  compare_to?: Comparison;
  compare_start_date?: string;
  compare_end_date?: string;
}

/** What a request compares with; undefined for nothing. */
export function comparisonOf(requested: ComparisonParameters): Comparison | DateRange | undefined {
  const { compare_to, compare_start_date: start, compare_end_date: end } = requested;
  if (start === undefined && end === undefined) return compare_to;
  if (start === undefined || end === undefined) {
    throw new ShapeFailure(['compare_start_date and compare_end_date must be sent together']);
  }
  if (compare_to !== undefined) {
    throw new ShapeFailure(['compare_to cannot be combined with compare_start_date']);
  }
  if (start > end)
    throw new ShapeFailure(['compare_start_date must not be after compare_end_date']);
  return { start, end };
}
