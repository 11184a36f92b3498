import { sql } from 'kysely';
import type { Db } from '../../platform/store/tables.js';
import type { MessageRecipient } from '../delivery/message.js';
import { type RuleRecipients, recipientsOfRule } from '../delivery/recipients.js';

/** The recipients of a notification. */
export async function readNotificationRecipients(
  db: Db,
  notification: RuleRecipients & { token: string; account_token: string; workspace_token: string },
): Promise<MessageRecipient[]> {
  const { token } = notification;
  const { rows } = await sql<RuleRecipients>`select
    array(select user_token from anomaly_notification_users
      where anomaly_notification_token = ${token}) as user_tokens,
    array(select team_token from anomaly_notification_teams
      where anomaly_notification_token = ${token}) as team_tokens,
    array(select channel_token from anomaly_notification_channels
      where anomaly_notification_token = ${token}) as channel_tokens`.execute(db);
  return recipientsOfRule(db, { ...notification, ...rows[0] });
}
