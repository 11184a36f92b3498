import type { Body } from '../../api/types.js';
import { chargeSettingsOf, type CostReport, splitGroupings } from '../cost-reports/cost-report.js';
import { chartKindOf } from '../cost-reports/report-chart.js';
import { dateBins } from '../costs/bins.js';
import { intervalOf, rangeNameOf } from '../costs/intervals.js';
import type { ExplorerQuery } from './explorer-query.js';

/** The query of a saved report. */
export function queryOfReport(report: CostReport): ExplorerQuery {
  return {
    start: report.start_date,
    end: report.end_date,
    range: rangeNameOf(report.date_interval),
    bin: dateBins.find((bin) => bin === report.date_bin) ?? 'day',
    groupings: splitGroupings(report.groupings),
    filter: report.filter ?? '',
    within: '',
    kind: chartKindOf(report.chart_type),
    measure: report.settings.aggregate_by,
    ...comparisonOf(report),
    settings: chargeSettingsOf(report),
  };
}

function comparisonOf(report: CostReport): Pick<ExplorerQuery, 'compare' | 'compareRange'> {
  const { previous_period_start_date: start, previous_period_end_date: end } = report;
  if (!report.settings.show_previous_period) return { compare: 'none', compareRange: undefined };
  return start && end
    ? { compare: 'custom', compareRange: { start, end } }
    : { compare: 'previous', compareRange: undefined };
}

/**
 * The query as the body of a report. A named range is saved as the interval of the API, so that it stays
 * relative to the current day.
 */
export function reportBody(query: ExplorerQuery) {
  return { ...datesOf(query), ...bodyWithoutDates(query) };
}

function datesOf({ start, end, range }: ExplorerQuery) {
  const interval = intervalOf(range);
  return interval ? { date_interval: interval } : { start_date: start, end_date: end };
}

function bodyWithoutDates(query: ExplorerQuery) {
  const { compare, compareRange } = query;
  return {
    filter: query.filter,
    groupings: query.groupings.join(','),
    date_bin: query.bin,
    chart_type: query.kind,
    ...(compare === 'custom' &&
      compareRange && {
        previous_period_start_date: compareRange.start,
        previous_period_end_date: compareRange.end,
      }),
    settings: {
      ...query.settings,
      aggregate_by: query.measure,
      show_previous_period: compare !== 'none',
    },
  };
}

/**
 * Bodies that save the query to a report, one after the other. The API removes the dates of a chosen
 * comparison only when the dates of the report change, so those change twice.
 */
export function updatesOf(query: ExplorerQuery, report: CostReport): ReportBody[] {
  const body = reportBody(query);
  if (report.previous_period_start_date === null || query.compare === 'custom') return [body];
  const otherDates =
    report.date_interval === 'custom'
      ? { date_interval: 'this_month' as const }
      : { start_date: query.start, end_date: query.end };
  return [{ ...bodyWithoutDates(query), ...otherDates }, body];
}

type ReportBody = Body<'/v2/cost_reports/{cost_report_token}', 'put'>;
