import type { Schemas } from '../../api/types.js';

export type CostReport = Schemas['CostReport'];

export const costReportsPath = '/v2/cost_reports';
/** The page of a cost report. */
export const reportPage = (token: string): string => `/cost-reports/${token}`;

/** Whether more than its own filter limits it: saved filters, or those of its folders. */
export const hasOtherFilters = (report: CostReport): boolean =>
  report.saved_filter_tokens.length > 0 || report.folder_token !== null;

/** Groupings of a report, joined by commas; a name that contains a comma is quoted. */
export const splitGroupings = (joined: string | null): string[] =>
  joined?.match(/(?:[^,"]|"[^"]*")+/g)?.map((name) => name.trim()) ?? [];
