import { sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure, UnknownReference } from '../../platform/lib/errors.js';
import { webhooks } from '../delivery/webhook.js';

interface Recipients {
  user_tokens?: string[];
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
    recipient_emails = [],
    webhook_tokens = [],
    recipient_channels = [],
  }: Recipients,
): Promise<void> {
  await requireUsers(ctx, user_tokens);
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

async function requireUsers({ db, actor }: Context, tokens: readonly string[]): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select token from users where account_token = ${actor.accountToken}
      and token = any(${[...tokens]})`.execute(db);
  const known = new Set(rows.map(({ token }) => token));
  const unknown = tokens.find((token) => !known.has(token));
  if (unknown !== undefined) throw new UnknownReference('User', 'user_tokens', unknown);
}

/** Messages contain costs, so they go only to domains that users of the account have. */
async function requireAddresses({ db, actor }: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { rows } = await sql<{ domain: string }>`
    select distinct lower(split_part(email, '@', 2)) as domain from users
    where account_token = ${actor.accountToken}`.execute(db);
  const domains = new Set(rows.map(({ domain }) => domain));
  const foreign = emails.find((email) => !domains.has(email.split('@')[1]!.toLowerCase()));
  if (foreign === undefined) return;
  throw new ShapeFailure([
    `recipient_emails: ${foreign} is not in a domain of the account's users`,
  ]);
}
