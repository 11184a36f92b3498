import { today } from '../../lib/dates.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { bins } from '../costs/bins.js';
import { intervalOf } from '../costs/intervals.js';
import type { Question } from './question.js';

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
