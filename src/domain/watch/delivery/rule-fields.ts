import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { tokens } from '../../../platform/kernel/fields.js';
import type { GivenLinks } from '../../../platform/kernel/links.js';
import type { Computed, TableName } from '../../../platform/kernel/rows.js';

/** Kinds of rules whose users, teams and channels are in tables such as `budget_alert_users`. */
export type LinkedRule =
  | 'budget_alert'
  | 'anomaly_notification'
  | 'report_notification'
  | 'dashboard_notification';

/** What such a rule is linked with. */
export const linkedKinds = ['user', 'team', 'channel'] as const;

/** Whom a rule tells, as the API returns it. */
export const recipientsModel = {
  user_tokens: z.array(z.string()).describe('Users who are notified by e-mail.'),
  team_tokens: z.array(z.string()).describe('Teams whose members are notified by e-mail.'),
  recipient_emails: z.array(z.string()).describe('Further addresses to notify.'),
  channel_tokens: z.array(z.string()).describe('Channels of any kind to notify.'),
};

/** Chat channels by name, as the published clients write them. */
export const namedChannelsModel = {
  recipient_channels: z.array(z.string()).describe('Names of Slack or Teams channels to notify.'),
};

/** Whom a rule tells, in the body of a request. */
export const recipientFields = {
  user_tokens: tokens().max(1000).optional(),
  team_tokens: tokens().max(100).optional(),
  recipient_emails: z.array(z.email()).max(1000).optional(),
  channel_tokens: tokens().max(100).optional(),
};

export const namedChannelFields = { recipient_channels: z.array(z.string()).max(100).optional() };

/** Tokens of a table of links, such as `budget_alert_budgets`, in the order in which they were given. */
export function linkedTokens(rule: LinkedRule, linked: string): Computed {
  const list: RawBuilder<string[]> = sql`array(
    select ${sql.ref(`${linked}_token`)} from ${sql.table(`${rule}_${linked}s`)} links
    where ${sql.ref(`links.${rule}_token`)} = ${sql.ref(`${rule}s.token`)} order by links.id)`;
  return { sql: list, initial: [] };
}

/** The tokens of users, teams and channels, as the entity of a rule computes them. */
export const linkedRecipients = (rule: LinkedRule): Record<string, Computed> =>
  Object.fromEntries(linkedKinds.map((kind) => [`${kind}_tokens`, linkedTokens(rule, kind)]));

type GivenTokens = {
  readonly [Kind in (typeof linkedKinds)[number] as `${Kind}_tokens`]?:
    | readonly string[]
    | undefined;
};

/** The recipients that a body names; lists that it leaves out stay as they are. */
export const givenRecipients = (rule: LinkedRule, body: GivenTokens): GivenLinks[] =>
  linkedKinds.map((kind) => [
    `${rule}_${kind}s` satisfies TableName,
    `${kind}_token`,
    body[`${kind}_tokens`],
  ]);
