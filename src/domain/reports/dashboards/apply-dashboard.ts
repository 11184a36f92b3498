import type { Context } from '../../../platform/kernel/context.js';
import { badRequest } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { dashboards } from './dashboard.js';
import { storedItems } from './layout.js';

/** Loads a dashboard; throws unless something on it shows the report. */
export async function loadDashboardWithReport(
  ctx: Context,
  token: string,
  report: Row<'cost_reports'>,
): Promise<Row<'dashboards'>> {
  const dashboard = await dashboards.rows.load(ctx, token);
  if (storedItems(dashboard).some((item) => item.widgetable_token === report.token)) {
    return dashboard;
  }
  const widget = await ctx.db
    .selectFrom('dashboard_widgets')
    .select('id')
    .where('dashboard_token', '=', token)
    .where('widgetable_token', '=', report.token)
    .executeTakeFirst();
  if (!widget) throw badRequest('dashboard_token must be a dashboard that contains the report');
  return dashboard;
}

/** The report with the date range and granularity of the dashboard; the stored report does not change. */
export function applyDashboard(
  { date_bin, date_interval, start_date, end_date }: Row<'dashboards'>,
  report: Row<'cost_reports'>,
  today: string,
): Row<'cost_reports'> {
  return {
    ...report,
    ...(date_bin && { date_bin }),
    ...(date_interval && {
      date_interval,
      start_date,
      end_date: date_interval === 'custom' ? (end_date ?? today) : null,
      // They were chosen for the report's own dates.
      previous_period_start_date: null,
      previous_period_end_date: null,
    }),
  };
}
