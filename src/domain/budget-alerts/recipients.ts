import { sql } from 'kysely';
import type { Db } from '../../platform/store/tables.js';
import type { MessageRecipient } from '../delivery/message.js';
import { type RuleRecipients, recipientsOfRule } from '../delivery/recipients.js';
import type { AlertOnBudget } from './read-alerts.js';

/** The recipients of an alert. */
export async function readRecipients(db: Db, alert: AlertOnBudget): Promise<MessageRecipient[]> {
  const { rows } = await sql<RuleRecipients>`select
    array(select user_token from budget_alert_users
      where budget_alert_token = ${alert.token}) as user_tokens,
    array(select team_token from budget_alert_teams
      where budget_alert_token = ${alert.token}) as team_tokens,
    array(select channel_token from budget_alert_channels
      where budget_alert_token = ${alert.token}) as channel_tokens`.execute(db);
  return recipientsOfRule(db, { ...alert, ...rows[0] });
}
