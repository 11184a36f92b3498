import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';

/** Changes that affect more reports are left to the hourly job, which checks all reports anyway. */
const maxReports = 100;

/** Queues the forecasts of reports whose filters change, in the transaction of the change. */
export async function queueForecasts(ctx: Context, reports: RawBuilder<string>): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select token from (${reports}) as changed limit ${maxReports + 1}`.execute(ctx.db);
  if (rows.length > maxReports) return;
  for (const { token } of rows) {
    await ctx.services.enqueue('forecast-report', { cost_report_token: token }, ctx.db);
  }
}
