import { z } from 'zod';
import type { CostSettings } from '../costs/cost-query.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';

const day = z.string();
const range = z.object({ start: day, end: day });

export const costSchemas = ['vntg', 'focus', 'comparison'] as const;
export const costBins = ['day', 'week', 'month', 'quarter', 'hour'] as const;

/** The question of a cost export with everything resolved that could change until it is answered. */
export const CostRequest = z.object({
  workspace_token: z.string(),
  /** Texts of the filters that a report is under. */
  report_filters: z.array(z.string()),
  /** Narrows what those leave; alone, it says what is exported. */
  filter: z.string().nullable(),
  /** Sorts the costs of a segment's report. */
  segments: z
    .object({
      arms: z.array(
        z.object({ token: z.string(), filter: z.string(), label: z.string().nullable() }),
      ),
      rest: z.string().nullable(),
    })
    .optional(),
  range,
  /** What a comparison compares with. */
  previous_range: range,
  /** The day of the request: what is dated later does not count yet. */
  today: day,
  date_bin: z.enum(costBins),
  groupings: z.array(z.string()),
  settings: z.object({
    amortize: z.boolean(),
    includeCredits: z.boolean(),
    includeRefunds: z.boolean(),
    includeDiscounts: z.boolean(),
    includeTax: z.boolean(),
    aggregateBy: z.enum(['cost', 'usage', 'count']),
  } satisfies Record<keyof CostSettings, z.ZodType>),
  schema: z.enum(costSchemas),
});

/** A range that holds no day: of a report without a finished bin, or without anything before it. */
export const noDays: DateRange = { start: '1970-01-02', end: '1970-01-01' };

export type CostRequest = z.output<typeof CostRequest>;
