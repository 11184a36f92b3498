import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../../platform/store/tables.js';

/** An alert on one of its budgets. */
export type AlertOnBudget = Selectable<Tables['budget_alerts']> & { budget_token: string };

/** Reads all alerts of an account, once for each of their budgets. */
export function readAlertsOnBudgets(db: Db, account: string): Promise<AlertOnBudget[]> {
  return db
    .selectFrom('budget_alerts')
    .innerJoin('budget_alert_budgets as link', 'link.budget_alert_token', 'budget_alerts.token')
    .selectAll('budget_alerts')
    .select('link.budget_token')
    .where('budget_alerts.account_token', '=', account)
    .orderBy('budget_alerts.id')
    .execute();
}

/** Identifies what an alert reports at most once. */
export const firingKey = (firing: {
  budget_alert_token: string;
  budget_token: string;
  month: string;
  arming: number;
}) => [firing.budget_alert_token, firing.budget_token, firing.month, firing.arming].join(' ');

/** Reads what the alerts of an account have reported for these months and later ones. */
export async function readFiredKeys(db: Db, account: string, since: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('budget_alert_firings as firing')
    .innerJoin('budget_alerts as alert', 'alert.token', 'firing.budget_alert_token')
    .select(['firing.budget_alert_token', 'firing.budget_token', 'firing.month', 'firing.arming'])
    .where('alert.account_token', '=', account)
    .where('firing.month', '>=', since)
    .execute();
  return new Set(rows.map(firingKey));
}

/** Accounts with budget alerts. */
export async function readWatchedAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_token: string }>`
    select distinct account_token from budget_alerts order by account_token`.execute(db);
  return rows.map((row) => row.account_token);
}
