import { refreshBaseline } from './baseline.js';
import { queueForecastAlerts } from './queue-forecast-alerts.js';
import { job } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';

/** Runs hourly to pick up new bills; reports without changes are skipped. */
export const forecastReports = job({
  name: 'forecast-reports',
  summary: 'Updates the forecasts of reports whose costs, filters or dates have changed',
  cron: '25 * * * *',
  retries: 1,
  expireHours: 12,
  run: async (_payload, ctx) => {
    const { db, log } = ctx.services;
    const reports = await db
      .selectFrom('cost_reports')
      .select(['token', 'account_token'])
      .orderBy('id')
      .execute();
    const updated: string[] = [];
    let failed = 0;
    for (const report of reports) {
      try {
        const refresh = () => refreshBaseline(report, ctx);
        if (await unlessDeleted(db, 'cost_reports', report.token, refresh)) {
          updated.push(report.account_token);
        }
      } catch (error) {
        // A report that fails must not block the others.
        log.error({ report: report.token, err: error }, 'forecasting a report failed');
        failed += 1;
      }
    }
    await queueForecastAlerts(ctx.services, updated);
    return `${updated.length} of ${reports.length} forecasts updated, ${failed} failed`;
  },
});
