import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { ShapeFailure, UnknownReference } from '../../../platform/lib/errors.js';
import type { ChannelKind, Db } from '../../../platform/store/tables.js';
import { channels } from './channel.js';
import type { MessageRecipient } from './message.js';
import { type LinkedRule, linkedKinds } from './rule-fields.js';

/** Whom a rule tells, under the names that the fields of rules have. */
export interface RuleRecipients {
  user_tokens?: readonly string[];
  team_tokens?: readonly string[];
  recipient_emails?: readonly string[];
  email_recipients?: readonly string[];
  /** Names or ids of channels of Slack or Teams. */
  recipient_channels?: readonly string[];
  slack_channels?: readonly string[];
  teams_channels?: readonly string[];
  /** Channels of every kind. */
  channel_tokens?: readonly string[];
}

const chatFields = {
  recipient_channels: { kinds: ['slack', 'teams'], called: 'Slack or Teams channel' },
  slack_channels: { kinds: ['slack'], called: 'Slack channel' },
  teams_channels: { kinds: ['teams'], called: 'Teams channel' },
} as const satisfies Record<string, { kinds: readonly ChannelKind[]; called: string }>;
const chatFieldNames = Object.keys(chatFields) as (keyof typeof chatFields)[];

/** Whether a channel is one of these kinds and has this name or id; a leading "#" makes no difference. */
const isChat = (kinds: readonly ChannelKind[], name: RawBuilder<unknown>) => {
  const plain = (text: RawBuilder<unknown>) => sql`lower(ltrim(${text}, '#'))`;
  return sql<SqlBool>`channels.kind in (${sql.join(kinds)}) and ${plain(name)} in (
    ${plain(sql.ref('channels.name'))}, ${plain(sql`channels.settings ->> 'channel'`)})`;
};

/** Throws for recipients that are unknown or that messages must not be sent to. */
export async function requireRecipients(
  ctx: Context,
  workspace: string,
  recipients: RuleRecipients,
): Promise<void> {
  await requireMembers(ctx, 'users', recipients.user_tokens ?? []);
  await requireMembers(ctx, 'teams', recipients.team_tokens ?? []);
  for (const field of ['recipient_emails', 'email_recipients'] as const) {
    await requireAddresses(ctx, field, recipients[field] ?? []);
  }
  for (const token of new Set(recipients.channel_tokens)) {
    const channel = await channels.rows.find(ctx, token);
    if (channel?.workspace_token === workspace) continue;
    throw new UnknownReference('Channel', 'channel_tokens', token);
  }
  for (const field of chatFieldNames) {
    await requireChats(ctx, workspace, field, recipients[field] ?? []);
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
async function requireAddresses(
  { db, actor }: Context,
  field: string,
  emails: readonly string[],
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

async function requireChats(
  { db }: Context,
  workspace: string,
  field: keyof typeof chatFields,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { kinds, called } = chatFields[field];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...names]}::text[]) name
    where not exists (select 1 from channels where workspace_token = ${workspace}
      and ${isChat(kinds, sql.ref('name.name'))})`.execute(db);
  if (rows.length === 0) return;
  throw new ShapeFailure([`${field}: the workspace has no ${called} named ${rows[0]!.name}`]);
}

/**
 * The recipients of a rule as the outbox takes them; whoever is named twice is told once. The address of
 * a user stands for that user. Channels that were deleted since are left out.
 */
export async function recipientsOfRule(
  db: Db,
  rule: RuleRecipients & { account_token: string; workspace_token: string },
): Promise<MessageRecipient[]> {
  const members = [...(rule.user_tokens ?? []), ...(rule.team_tokens ?? [])];
  const addresses = [...(rule.recipient_emails ?? []), ...(rule.email_recipients ?? [])];
  const isNamed = chatFieldNames.map(
    (field) => sql<SqlBool>`exists (select 1 from unnest(${[...(rule[field] ?? [])]}::text[]) name
      where ${isChat(chatFields[field].kinds, sql.ref('name.name'))})`,
  );
  const { rows } = await sql<MessageRecipient>`
    select 'email' as channel, member as recipient from unnest(${members}::text[]) member
    union
    select 'email', coalesce(users.token, lower(address)) from unnest(${addresses}::text[]) address
      left join users on lower(users.email) = lower(address)
        and users.account_token = ${rule.account_token}
    union
    select kind, token from channels where workspace_token = ${rule.workspace_token}
      and (token = any(${[...(rule.channel_tokens ?? [])]}::text[])
        or ${sql.join(isNamed, sql` or `)})
    order by channel, recipient`.execute(db);
  return rows;
}

/** The same for a rule whose users, teams or channels are in tables of links. */
export async function recipientsOfLinkedRule(
  db: Db,
  name: LinkedRule | 'cost_alert',
  rule: RuleRecipients & { token: string; account_token: string; workspace_token: string },
): Promise<MessageRecipient[]> {
  const lists = (name === 'cost_alert' ? (['channel'] as const) : linkedKinds).map(
    (kind) => sql`array(
      select ${sql.ref(`${kind}_token`)} from ${sql.table(`${name}_${kind}s`)}
      where ${sql.ref(`${name}_token`)} = ${rule.token}) as ${sql.ref(`${kind}_tokens`)}`,
  );
  const { rows } = await sql<RuleRecipients>`select ${sql.join(lists)}`.execute(db);
  return recipientsOfRule(db, { ...rule, ...rows[0] });
}

/** SQL for the provider of the chat channels that a rule of a table names; null if they are gone. */
export const chatProvider = (table: 'budget_alerts'): RawBuilder<string | null> => sql`(
  select case channels.kind when 'slack' then 'slack' else 'microsoft_graph' end
  from channels, unnest(${sql.ref(`${table}.recipient_channels`)}) with ordinality
    as named (name, position)
  where channels.workspace_token = ${sql.ref(`${table}.workspace_token`)}
    and ${isChat(chatFields.recipient_channels.kinds, sql.ref('named.name'))}
  order by position limit 1)`;
