import { z } from 'zod';
import { refreshBaseline } from './baseline.js';
import { queueForecastAlerts } from './queue-forecast-alerts.js';
import { job } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';

export const forecastReport = job({
  name: 'forecast-report',
  summary: 'Forecasts the costs of a new or changed report',
  retries: 2,
  payload: z.object({ cost_report_token: z.string() }),
  run: async ({ cost_report_token: token }, ctx) => {
    const report = await ctx.services.db
      .selectFrom('cost_reports')
      .select(['token', 'account_token'])
      .where('token', '=', token)
      .executeTakeFirst();
    if (!report) return `Report ${token} no longer exists`;
    const isUpdated = await unlessDeleted(ctx.services.db, 'cost_reports', token, () =>
      refreshBaseline(report, ctx),
    );
    if (isUpdated) await queueForecastAlerts(ctx.services, [report.account_token]);
    if (isUpdated === undefined) return `Report ${token} no longer exists`;
    return isUpdated
      ? `Updated the forecast of ${token}`
      : `The forecast of ${token} is up to date`;
  },
});
