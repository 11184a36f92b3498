import { renewBaseline } from './baseline.js';
import { job } from '../../platform/jobs/job.js';

/** Hourly, so that a forecast follows new bills soon; where nothing changed, nothing is computed. */
export const forecastReports = job({
  name: 'forecast-reports',
  summary: 'Forecasts the reports whose costs, filters or days have changed',
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
    let [renewed, failed] = [0, 0];
    for (const report of reports) {
      try {
        if (await renewBaseline(report, ctx)) renewed += 1;
      } catch (error) {
        // One report must not keep the others from their forecasts.
        log.error({ report: report.token, err: error }, 'a report could not be forecast');
        failed += 1;
      }
    }
    return `${renewed} of ${reports.length} reports forecast anew, ${failed} failed`;
  },
});
