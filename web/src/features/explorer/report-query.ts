import { today } from '../../lib/dates.js';
import { type CostReport, splitGroupings } from '../cost-reports/cost-report.js';
import { chartKindOf } from '../cost-reports/report-chart.js';
import { dateBins } from '../costs/bins.js';
import { presetOf } from '../costs/intervals.js';
import type { ExplorerQuery } from './explorer-query.js';

/** The query of a saved report. */
export function queryOfReport(report: CostReport): ExplorerQuery {
  const { settings } = report;
  return {
    start: report.start_date,
    end: report.end_date,
    bin: dateBins.find((bin) => bin === report.date_bin) ?? 'day',
    groupings: splitGroupings(report.groupings),
    filter: report.filter ?? '',
    kind: chartKindOf(report.chart_type),
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

/** The query as the body of a report. A range that equals a preset is saved as that interval, so that it stays relative to the current day. */
export function reportBody(query: ExplorerQuery) {
  const { start, end } = query;
  const preset = presetOf(query, today());
  return {
    filter: query.filter,
    groupings: query.groupings.join(','),
    date_bin: query.bin,
    chart_type: query.kind,
    ...(preset ? { date_interval: preset } : { start_date: start, end_date: end }),
    settings: {
      ...query.settings,
      aggregate_by: query.measure,
      show_previous_period: query.compare !== 'none',
    },
  };
}
