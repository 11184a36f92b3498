import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../../platform/store/tables.js';
import type { WatchedReport } from './read-report-costs.js';

export type StoredCostAlert = Selectable<Tables['cost_alerts']>;

/** A report with the alerts that watch it. */
export interface ReportWithAlerts extends WatchedReport {
  alerts: StoredCostAlert[];
}

/** Reads all alerts of an account by the reports that they watch. */
export async function readReportsWithAlerts(db: Db, account: string): Promise<ReportWithAlerts[]> {
  const alerts = await db
    .selectFrom('cost_alerts')
    .selectAll()
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  const links = await db
    .selectFrom('cost_alert_reports as link')
    .innerJoin('cost_alerts as alert', 'alert.token', 'link.cost_alert_token')
    .innerJoin('cost_reports as report', 'report.token', 'link.cost_report_token')
    .select(['link.cost_alert_token', 'report.token', 'report.title', 'report.groupings'])
    .where('alert.account_token', '=', account)
    .orderBy('report.id')
    .orderBy('alert.id')
    .execute();
  const byToken = new Map(alerts.map((alert) => [alert.token, alert]));
  const reports = new Map<string, ReportWithAlerts>();
  for (const { cost_alert_token, ...report } of links) {
    const watched = reports.get(report.token) ?? { ...report, alerts: [] };
    reports.set(report.token, watched);
    const alert = byToken.get(cost_alert_token);
    if (alert) watched.alerts.push(alert);
  }
  return [...reports.values()];
}

/** Identifies what is recorded at most once. */
export const eventKey = (event: {
  alert_token: string;
  report_token: string;
  group_key: string;
  interval: string;
  interval_start: string;
}) =>
  [
    event.alert_token,
    event.report_token,
    event.interval,
    event.interval_start,
    event.group_key,
  ].join(' ');

/** Reads what the alerts of an account have recorded for intervals that begin on a day or later. */
export async function readRecordedKeys(
  db: Db,
  account: string,
  since: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('cost_alert_events')
    .select(['alert_token', 'report_token', 'group_key', 'interval', 'interval_start'])
    .where('account_token', '=', account)
    .where('interval_start', '>=', since)
    .execute();
  return new Set(rows.map(eventKey));
}

/** Accounts with cost alerts. */
export async function readWatchedAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_token: string }>`
    select distinct account_token from cost_alerts order by account_token`.execute(db);
  return rows.map((row) => row.account_token);
}
