import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import type { Db } from '../../../platform/store/tables.js';

const Mute = z
  .object({
    token: z.string(),
    object_token: z.string().describe('Channel or rule that sends nothing.'),
    starts_at: z.string(),
    ends_at: z.string(),
    workspace_token: z.string(),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'Mute' });

/** A time in which a channel or a rule sends nothing. */
export const mutes = entity({
  table: 'mutes',
  prefix: 'mute',
  kind: 'Mute',
  title: 'object_token',
  access: { within: 'workspace' },
  model: Mute,
});

/** Whether the rule or the recipient of a message sends nothing now. */
export async function isMuted(
  db: Db,
  { rule_token, recipient, account_token }: Record<MessageColumn, string>,
  now: Date,
): Promise<boolean> {
  const mute = await db
    .selectFrom('mutes')
    .select('token')
    .where('account_token', '=', account_token)
    .where('object_token', 'in', [rule_token, recipient])
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return mute !== undefined;
}

type MessageColumn = 'rule_token' | 'recipient' | 'account_token';
