import { z } from 'zod';
import { calendarBins, type DateRange } from '../../../platform/lib/date-intervals.js';
import { costMeasures, type CostSettings } from '../../costs/query/index.js';

const day = z.string();
const range = z.object({ start: day, end: day });

export const exportSchemas = ['vntg', 'focus', 'comparison'] as const;

/** A cost export as it is stored: everything that could change before it runs is resolved. */
export const CostExportRequest = z.object({
  workspace_token: z.string(),
  /** Texts of the filters of the report. */
  report_filters: z.array(z.string()),
  /** Narrows the costs of the report; without a report, it chooses the costs. */
  filter: z.string().nullable(),
  /** Rules of a segment's report, under the keys of stored requests. */
  segments: z
    .object({
      arms: z.array(
        z.object({ token: z.string(), filter: z.string(), label: z.string().nullable() }),
      ),
      rest: z.string().nullable(),
    })
    .optional(),
  range,
  /** The range that a comparison compares with. */
  previous_range: range,
  /** The day of the request: costs dated later do not count yet. */
  today: day,
  date_bin: z.enum(calendarBins),
  groupings: z.array(z.string()),
  settings: z.object({
    amortize: z.boolean(),
    includeCredits: z.boolean(),
    includeRefunds: z.boolean(),
    includeDiscounts: z.boolean(),
    includeTax: z.boolean(),
    aggregateBy: z.enum(costMeasures),
  } satisfies Record<keyof CostSettings, z.ZodType>),
  schema: z.enum(exportSchemas),
});

export type CostExportRequest = z.output<typeof CostExportRequest>;

/** A range without days, for a report without a complete bin or without a previous period. */
export const emptyRange: DateRange = { start: '1970-01-02', end: '1970-01-01' };
