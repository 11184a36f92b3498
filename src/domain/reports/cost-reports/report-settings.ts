import { z } from 'zod';
import { choice } from '../../../platform/kernel/fields.js';
import type { Row } from '../../../platform/kernel/rows.js';
import {
  costMeasures,
  defaultReportSettings,
  type ReportSettings,
  parseReportGrouping,
} from '../../costs/query/index.js';

/** Which costs a report includes, and how they are counted. */
export const Settings = z.object({
  include_credits: z.boolean(),
  include_refunds: z.boolean(),
  include_discounts: z.boolean(),
  include_tax: z.boolean(),
  amortize: z.boolean().describe('Amortizes upfront fees over the period they cover.'),
  unallocated: z.boolean().describe('Reports of segments only: includes unallocated costs.'),
  aggregate_by: choice(costMeasures),
  show_previous_period: z.boolean(),
  complete_period: z.boolean().describe('Excludes the current, incomplete day, week or month.'),
} satisfies Record<keyof ReportSettings, z.ZodType>);

export const ChartSettings = z
  .object({ x_axis_dimension: z.array(z.string()), y_axis_dimension: z.enum(costMeasures) })
  .meta({ id: 'ChartSettings' });

/** The dimension of a chart axis: the date, or one grouping. */
const axisDimension = z
  .string()
  .refine((name) => name === 'date' || parseReportGrouping(name) !== undefined, {
    error: 'does not have a valid value',
  });

export const chartSettingsBody = z
  .object({
    x_axis_dimension: z.array(axisDimension).length(1),
    y_axis_dimension: choice(costMeasures),
  })
  .partial();

const defaultChartSettings: z.output<typeof ChartSettings> = {
  x_axis_dimension: ['date'],
  y_axis_dimension: 'cost',
};

export const settingsOf = (report: Row<'cost_reports'>): ReportSettings => ({
  ...defaultReportSettings,
  ...report.settings,
});

export const chartSettingsOf = (report: Row<'cost_reports'>) => ({
  ...defaultChartSettings,
  ...report.chart_settings,
});
