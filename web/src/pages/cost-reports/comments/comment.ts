import type { Schemas } from '../../../api/types.js';

export type Comment = Schemas['CostReportComment'];

export const commentsPath = '/v2/cost_reports/{cost_report_token}/comments';
export const commentPath = `${commentsPath}/{comment_token}` as const;

/** As the API allows. */
export const maxLength = 2000;
