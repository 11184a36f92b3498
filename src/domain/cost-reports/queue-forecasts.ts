import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';

/** A change of more reports than this is left to the hourly run, which looks at all of them anyway. */
const mostReports = 100;

/** Queues the forecasts of reports whose filters change, with the change or not at all. */
export async function queueForecasts(ctx: Context, reports: RawBuilder<string>): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select token from (${reports}) as changed limit ${mostReports + 1}`.execute(ctx.db);
  if (rows.length > mostReports) return;
  for (const { token } of rows) {
    await ctx.services.enqueue('forecast-report', { cost_report_token: token }, ctx.db);
  }
}
