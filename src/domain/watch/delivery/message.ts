import { type Selectable, sql } from 'kysely';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import type { MessageChart } from './chart.js';

/** What a message says, in every channel. */
export interface MessageContent {
  /** Kind of event, such as `budget_alert`. */
  type: string;
  title: string;
  /** One sentence. */
  summary: string;
  /** The most important first: e-mails show two of them large. */
  facts: { label: string; value: string }[];
  /** What limits the figures, such as days without costs; sentences. */
  notes?: string[];
  table?: MessageTable;
  chart?: MessageChart;
  mailList?: MailList;
  /** A stored file that e-mails carry; a message whose file is gone is not sent. */
  attachment?: {
    key: string;
    type: string;
    /** Whether the file is of this message alone, and deleted with it. */
    isOwn?: boolean;
  };
  /** Object that the link opens in the console. */
  about: string;
  /** Reports whose costs the message contains: users who do not see all of them do not get it. */
  reports?: string[];
  /** Dashboard that the message shows; the same applies to it. */
  dashboard?: string;
  /** The event as values, for programs. */
  data: Record<string, unknown>;
}

/** A list that only e-mails have. Users who do not see the workspace get the message without it. */
export interface MailList {
  title: string;
  workspace: string;
  table: MessageTable;
}

/** Figures by row; all columns but the first are numbers. */
export interface MessageTable {
  columns: string[];
  rows: string[][];
}

export interface MessageRecipient {
  channel: Tables['delivery_messages']['channel'];
  /** An address, or the token of a user, team or channel. */
  recipient: string;
}

export interface NewMessages {
  account: string;
  rule: string;
  /** Identifies the event: each recipient gets one message of it, however often it is written. */
  event: string;
  recipients: readonly MessageRecipient[];
  content: MessageContent;
  now: Date;
}

/** Puts the messages of an event into the outbox, in the transaction of the event. */
export async function writeMessages(
  db: Db,
  { enqueue }: Pick<Services, 'enqueue'>,
  messages: NewMessages,
): Promise<void> {
  if (messages.recipients.length === 0) return;
  await insertMessages(db, messages);
  await enqueue('deliver-messages', {}, db);
}

async function insertMessages(
  db: Db,
  { account, rule, event, recipients, content, now }: NewMessages,
): Promise<void> {
  if (recipients.length === 0) return;
  await db
    .insertInto('delivery_messages')
    .values(
      recipients.map((recipient) => ({
        ...recipient,
        token: newToken('msg'),
        account_token: account,
        rule_token: rule,
        event_key: event,
        content: JSON.stringify(content),
        next_attempt_at: now,
        last_error: null,
        created_at: now,
        finished_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['event_key', 'channel', 'recipient']).doNothing())
    .execute();
}

/**
 * Replaces the message of a team by messages to those who are its members now. Members who have one of the
 * same event already get no other. Returns false if the team has been deleted.
 */
export async function addressMembers(
  db: Db,
  message: Selectable<Tables['delivery_messages']>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ recipient: string | null }>`
    select users.token as recipient from teams
      left join users on users.account_token = teams.account_token and (teams.everyone
        or users.token in (select user_token from team_members where team_token = teams.token))
    where teams.token = ${message.recipient} and teams.account_token = ${message.account_token}
    order by users.id`.execute(db);
  await insertMessages(db, {
    account: message.account_token,
    rule: message.rule_token,
    event: message.event_key,
    recipients: rows.flatMap(({ recipient }) =>
      recipient === null ? [] : [{ channel: 'email' as const, recipient }],
    ),
    content: message.content as unknown as MessageContent,
    now,
  });
  return rows.length > 0;
}
