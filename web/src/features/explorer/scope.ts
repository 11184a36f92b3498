import { type CostReport, hasOtherFilters } from '../cost-reports/cost-report.js';
import type { ExplorerQuery } from './explorer-query.js';

/** Which costs are queried: those of the saved report, or those of a filter. */
export interface Scope {
  report: string | undefined;
  filter: string;
}

/** The saved report as long as its filter is unchanged; another filter applies within it only where it has further filters. */
export function scopeOf(query: ExplorerQuery, report?: CostReport): Scope {
  if (!report) return { report: undefined, filter: query.filter };
  if (query.filter === (report.filter ?? '')) return { report: report.token, filter: '' };
  return {
    report: hasOtherFilters(report) ? report.token : undefined,
    filter: query.filter,
  };
}
