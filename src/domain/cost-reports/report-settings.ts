import { z } from 'zod';
import { choice } from '../../platform/kernel/fields.js';
import type { Row } from '../../platform/kernel/rows.js';
import { defaultCostSettings } from '../costs/default-cost-settings.js';
import { axisDimension } from './groupings.js';

const measures = ['cost', 'usage', 'count'] as const;

/** Which costs a report includes, and how they are counted. */
export const Settings = z.object({
  include_credits: z.boolean(),
  include_refunds: z.boolean(),
  include_discounts: z.boolean(),
  include_tax: z.boolean(),
  amortize: z.boolean().describe('Amortizes upfront fees over the period they cover.'),
  unallocated: z.boolean().describe('Reports of segments only: includes unallocated costs.'),
  aggregate_by: choice(measures),
  show_previous_period: z.boolean(),
  complete_period: z.boolean().describe('Excludes the current, incomplete day, week or month.'),
});

export type ReportSettings = z.output<typeof Settings>;

const defaultSettings: ReportSettings = {
  ...defaultCostSettings,
  unallocated: false,
  aggregate_by: 'cost',
  show_previous_period: true,
  complete_period: false,
};

export const ChartSettings = z
  .object({ x_axis_dimension: z.array(z.string()), y_axis_dimension: z.enum(measures) })
  .meta({ id: 'ChartSettings' });

export const chartSettingsBody = z
  .object({
    x_axis_dimension: z.array(axisDimension).length(1),
    y_axis_dimension: choice(measures),
  })
  .partial();

const defaultChartSettings: z.output<typeof ChartSettings> = {
  x_axis_dimension: ['date'],
  y_axis_dimension: 'cost',
};

export const settingsOf = (report: Row<'cost_reports'>): ReportSettings => ({
  ...defaultSettings,
  ...report.settings,
});

export const chartSettingsOf = (report: Row<'cost_reports'>) => ({
  ...defaultChartSettings,
  ...report.chart_settings,
});
