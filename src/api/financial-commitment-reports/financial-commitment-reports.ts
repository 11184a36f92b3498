import {
  financialCommitmentReports,
  groupingsField,
  reportIntervals,
} from '../../domain/optimise/financial-commitments/index.js';
import { creatorOf, reportResource } from '../../domain/costs/saved-reports/index.js';
import { choice } from '../../platform/kernel/fields.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import { pick } from '../../platform/lib/pick.js';

export const financialCommitmentReportResource = reportResource(financialCommitmentReports, {
  one: 'financial_commitment_report',
  many: 'financial_commitment_reports',
  tag: 'FinancialCommitmentReports',
  filterKind: 'financial_commitment_report',
  intervals: reportIntervals,
  fields: {
    date_bucket: choice(calendarBins).optional(),
    on_demand_costs_scope: choice(['discountable', 'all']).optional(),
    groupings: groupingsField().optional(),
  },
  columns: (body, ctx, current) => ({
    ...pick(body, ['date_bucket', 'on_demand_costs_scope', 'groupings']),
    ...(!current && { user_token: creatorOf(ctx) }),
  }),
});
