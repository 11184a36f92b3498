import type { CostReport } from '../cost-reports/cost-report.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { NarrowedPart } from './filter/use-narrowing.js';

/** Which costs are queried: those of the saved report, or those of a filter. */
export interface Scope {
  report: string | undefined;
  /** In place of the report's own filter; undefined while it is unchanged. */
  reportFilter: string | undefined;
  /** Without a report, the filter; with one, what narrows it further. */
  filter: string;
}

/** Another filter of a report is queried as if it were saved, together with the saved filters that apply to it. */
export function scopeOf(query: ExplorerQuery, report?: CostReport): Scope {
  if (!report) return { report: undefined, reportFilter: undefined, filter: query.filter };
  const isChanged = query.filter !== (report.filter ?? '');
  return {
    report: report.token,
    reportFilter: isChanged ? query.filter : undefined,
    filter: query.within,
  };
}

/** The scope with a filter in place of the part that a drill-down narrows. */
export const narrowScope = (scope: Scope, part: NarrowedPart, filter: string): Scope =>
  scope.report && part === 'filter' ? { ...scope, reportFilter: filter } : { ...scope, filter };
