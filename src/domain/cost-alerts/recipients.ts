import { sql } from 'kysely';
import type { Db } from '../../platform/store/tables.js';
import type { MessageRecipient } from '../delivery/message.js';
import type { StoredCostAlert } from './read-alerts.js';

/**
 * Everyone whom an alert tells; further channels are added here. The address of a user stands for that
 * user, who is told once. Chat channels are stored with the alert and cannot be delivered to yet.
 */
export async function readCostAlertRecipients(
  db: Db,
  { account_token, email_recipients }: StoredCostAlert,
): Promise<MessageRecipient[]> {
  const addresses = email_recipients.map((email) => email.toLowerCase());
  const { rows } = await sql<MessageRecipient>`
    select distinct 'email' as channel, coalesce(users.token, address) as recipient
    from unnest(${addresses}::text[]) address
      left join users on lower(users.email) = address and users.account_token = ${account_token}
    order by recipient`.execute(db);
  return rows;
}
