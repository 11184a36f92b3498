import type { Schemas } from '../../api/types.js';

export type CostReport = Schemas['CostReport'];

export const costReportsPath = '/v2/cost_reports';
/** The page of a cost report. */
export const reportPage = (token: string): string => `/cost-reports/${token}`;

/** The groupings of a report as a list; a name that contains a comma is quoted. */
export const splitGroupings = (joined: string | null): string[] =>
  joined?.match(/(?:[^,"]|"[^"]*")+/g)?.map((name) => name.trim()) ?? [];
