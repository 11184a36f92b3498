import { type CostReport, hasOtherFilters } from '../cost-reports/cost-report.js';
import type { ExplorerQuery } from './explorer-query.js';

/** Whose costs are queried: those of the saved report, unless another filter replaces its own. */
export interface Scope {
  report: string | undefined;
  filter: string;
}

export function scopeOf(query: ExplorerQuery, report?: CostReport): Scope {
  if (!report) return { report: undefined, filter: query.filter };
  if (query.filter === (report.filter ?? '')) return { report: report.token, filter: '' };
  return {
    report: hasOtherFilters(report) ? report.token : undefined,
    filter: query.filter,
  };
}
