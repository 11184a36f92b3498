import { z } from 'zod';
import {
  financialCommitmentReports,
  dateColumns,
  reportIntervals,
  groupingsField,
} from '../../domain/optimise/financial-commitments/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { choice, date, filter, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  filter: filter().optional(),
  date_interval: choice(reportIntervals).optional(),
  start_date: date().optional(),
  end_date: date().optional(),
  date_bucket: choice(calendarBins).optional(),
  on_demand_costs_scope: choice(['discountable', 'all']).optional(),
  groupings: groupingsField().optional(),
};

export const financialCommitmentReportResource = resource(financialCommitmentReports, {
  one: 'financial_commitment_report',
  many: 'financial_commitment_reports',
  tag: 'FinancialCommitmentReports',
  create: z.object({ ...fields, workspace_token: token() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  columns: (body, ctx, current) => {
    checkFilter('financial_commitment_report', body.filter ?? null);
    return {
      ...pick(body, ['title', 'filter', 'date_bucket', 'on_demand_costs_scope', 'groupings']),
      ...dateColumns(body, current),
      ...(!current && { user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null }),
    };
  },
});
