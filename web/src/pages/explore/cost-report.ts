import { today } from '../../lib/dates.js';
import type { ChartKind } from '../../parts/chart/Chart.js';
import { intervalOf } from './intervals.js';
import { type Measure, type Question, bins } from './question.js';
import type { CountedCosts } from './settings.js';

export const costReportsPath = '/v2/cost_reports';

export interface CostReport {
  token: string;
  title: string;
  folder_token: string | null;
  saved_filter_tokens: string[];
  business_metric_tokens_with_metadata: { business_metric_token: string }[];
  filter: string | null;
  groupings: string | null;
  settings: CountedCosts & { aggregate_by: Measure; show_previous_period: boolean };
  created_at: string;
  workspace_token: string;
  start_date: string;
  end_date: string;
  date_interval: string;
  chart_type: string;
  date_bin: string;
}

/** What a saved report asks. */
export function questionOfReport(report: CostReport): Question {
  const { settings } = report;
  return {
    start: report.start_date,
    end: report.end_date,
    bin: bins.find((bin) => bin === report.date_bin) ?? 'day',
    groupings: report.groupings?.split(',').map((name) => name.trim()) ?? [],
    filter: report.filter ?? '',
    kind: kindOf(report.chart_type),
    measure: settings.aggregate_by,
    compare: settings.show_previous_period ? 'previous' : 'none',
    settings: {
      include_credits: settings.include_credits,
      include_refunds: settings.include_refunds,
      include_discounts: settings.include_discounts,
      include_tax: settings.include_tax,
      amortize: settings.amortize,
    },
  };
}

const kindOf = (type: string): ChartKind =>
  (['line', 'area', 'pie'] as const).find((kind) => kind === type) ?? 'bar';

/** The same as a body to save. Ranges that have a name keep moving with the day. */
export function reportBody(question: Question) {
  const { start, end } = question;
  const interval = intervalOf(question, today());
  return {
    filter: question.filter,
    groupings: question.groupings.join(','),
    date_bin: question.bin,
    chart_type: question.kind,
    ...(interval ? { date_interval: interval } : { start_date: start, end_date: end }),
    settings: {
      ...question.settings,
      aggregate_by: question.measure,
      show_previous_period: question.compare !== 'none',
    },
  };
}

/** Whether filters beside its own limit it: saved ones, or those of its folders. */
export const hasOtherFilters = (report: CostReport): boolean =>
  report.saved_filter_tokens.length > 0 || report.folder_token !== null;
