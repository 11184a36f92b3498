import { z } from 'zod';
import { renewBaseline } from './baseline.js';
import { job } from '../../platform/jobs/job.js';

export const forecastReport = job({
  name: 'forecast-report',
  summary: 'Forecasts the costs of a report that was made or changed',
  retries: 2,
  payload: z.object({ cost_report_token: z.string() }),
  run: async ({ cost_report_token: token }, ctx) => {
    const report = await ctx.services.db
      .selectFrom('cost_reports')
      .select(['token', 'account_token'])
      .where('token', '=', token)
      .executeTakeFirst();
    if (!report) return `There is no report ${token} any more`;
    const isNew = await renewBaseline(report, ctx);
    return isNew ? `${token} is forecast anew` : `The forecast of ${token} is up to date`;
  },
});
