import type { Schemas } from '../../api/types.js';
import type { CostSettings } from '../costs/settings.js';

export type CostReport = Schemas['CostReport'];

export const costReportsPath = '/v2/cost_reports';
/** The page of a cost report. */
export const reportPage = (token: string): string => `/cost-reports/${token}`;

/** Which charges a report counts. */
export const chargeSettingsOf = ({ settings }: CostReport): CostSettings => ({
  include_credits: settings.include_credits,
  include_refunds: settings.include_refunds,
  include_discounts: settings.include_discounts,
  include_tax: settings.include_tax,
  amortize: settings.amortize,
});

/** The groupings of a report as a list; a name that contains a comma is quoted. */
export const splitGroupings = (joined: string | null): string[] =>
  joined?.match(/(?:[^,"]|"[^"]*")+/g)?.map((name) => name.trim()) ?? [];
