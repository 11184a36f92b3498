import { sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure, UnknownReference } from '../../platform/lib/errors.js';
import type { Db } from '../../platform/store/tables.js';
import type { MessageRecipient } from '../delivery/message.js';
import { webhooks } from '../delivery/webhook.js';

interface Recipients {
  user_tokens?: string[];
  team_tokens?: string[];
  recipient_emails?: string[];
  webhook_tokens?: string[];
  recipient_channels?: string[];
}

/** Throws for recipients that are unknown or that messages must not be sent to. */
export async function requireRecipients(
  ctx: Context,
  workspace: string,
  {
    user_tokens = [],
    team_tokens = [],
    recipient_emails = [],
    webhook_tokens = [],
    recipient_channels = [],
  }: Recipients,
): Promise<void> {
  await requireMembers(ctx, 'users', user_tokens);
  await requireMembers(ctx, 'teams', team_tokens);
  await requireAddresses(ctx, recipient_emails);
  for (const token of new Set(webhook_tokens)) {
    const webhook = await webhooks.rows.find(ctx, token);
    if (webhook?.workspace_token === workspace) continue;
    throw new UnknownReference('Webhook', 'webhook_tokens', token);
  }
  if (recipient_channels.length > 0) {
    throw new ShapeFailure(['recipient_channels requires a connected chat integration']);
  }
}

async function requireMembers(
  { db, actor }: Context,
  table: 'users' | 'teams',
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return;
  const rows = await db
    .selectFrom(table)
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .where('token', 'in', [...tokens])
    .execute();
  const known = new Set(rows.map(({ token }) => token));
  const unknown = tokens.find((token) => !known.has(token));
  if (unknown === undefined) return;
  const [kind, field] =
    table === 'users' ? (['User', 'user_tokens'] as const) : (['Team', 'team_tokens'] as const);
  throw new UnknownReference(kind, field, unknown);
}

/** Messages contain costs, so they go only to domains that users of the account have. */
export async function requireAddresses(
  { db, actor }: Context,
  emails: readonly string[],
  field = 'recipient_emails',
): Promise<void> {
  if (emails.length === 0) return;
  const { rows } = await sql<{ domain: string }>`
    select distinct lower(split_part(email, '@', 2)) as domain from users
    where account_token = ${actor.accountToken}`.execute(db);
  const domains = new Set(rows.map(({ domain }) => domain));
  const foreign = emails.find((email) => !domains.has(email.split('@')[1]!.toLowerCase()));
  if (foreign === undefined) return;
  throw new ShapeFailure([`${field}: ${foreign} is not in a domain of the account's users`]);
}

/** The recipients of an alert; the address of a user stands for that user, who is told once. */
export async function readRecipients(
  db: Db,
  alert: { token: string; account_token: string; recipient_emails: readonly string[] },
): Promise<MessageRecipient[]> {
  const addresses = alert.recipient_emails.map((email) => email.toLowerCase());
  const { rows } = await sql<MessageRecipient>`
    select 'email' as channel, user_token as recipient from budget_alert_users
      where budget_alert_token = ${alert.token}
    union
    select 'email', team_token from budget_alert_teams where budget_alert_token = ${alert.token}
    union
    select 'email', coalesce(users.token, address) from unnest(${addresses}::text[]) address
      left join users on lower(users.email) = address and users.account_token = ${alert.account_token}
    union
    select 'webhook', webhook_token from budget_alert_webhooks
      where budget_alert_token = ${alert.token}
    order by channel, recipient`.execute(db);
  return rows;
}
