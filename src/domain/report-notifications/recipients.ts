import { sql } from 'kysely';
import type { Db } from '../../platform/store/tables.js';
import type { MessageRecipient } from '../delivery/message.js';

/** The recipients of a notification; the address of a user stands for that user, who is told once. */
export async function readRecipients(
  db: Db,
  {
    token,
    account_token: account,
    recipient_emails: emails,
  }: { token: string; account_token: string; recipient_emails: readonly string[] },
): Promise<MessageRecipient[]> {
  const addresses = emails.map((email) => email.toLowerCase());
  const { rows } = await sql<MessageRecipient>`
    select 'email' as channel, user_token as recipient from report_notification_users
      where report_notification_token = ${token}
    union
    select 'email', team_token from report_notification_teams
      where report_notification_token = ${token}
    union
    select 'email', coalesce(users.token, address) from unnest(${addresses}::text[]) address
      left join users on lower(users.email) = address and users.account_token = ${account}
    union
    select 'webhook', webhook_token from report_notification_webhooks
      where report_notification_token = ${token}
    order by channel, recipient`.execute(db);
  return rows;
}
