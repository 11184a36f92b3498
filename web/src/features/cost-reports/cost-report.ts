import type { Schemas } from '../../api/types.js';

export type CostReport = Schemas['CostReport'];

export const costReportsPath = '/v2/cost_reports';
/** The page of a cost report. */
export const reportPage = (token: string): string => `/cost-reports/${token}`;

/** Whether filters besides its own apply to a report: saved filters, or those of its folder. */
export const hasOtherFilters = (report: CostReport): boolean =>
  report.saved_filter_tokens.length > 0 || report.folder_token !== null;

/** The groupings of a report as a list; a name that contains a comma is quoted. */
export const splitGroupings = (joined: string | null): string[] =>
  joined?.match(/(?:[^,"]|"[^"]*")+/g)?.map((name) => name.trim()) ?? [];
