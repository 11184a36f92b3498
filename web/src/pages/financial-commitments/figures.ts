import type { Answer } from '../../api/types.js';

export const reportsPath = '/v2/financial_commitment_reports';
export const figuresPath =
  '/v2/financial_commitment_reports/{financial_commitment_report_token}/figures';
export type Figures = Answer<typeof figuresPath>;
