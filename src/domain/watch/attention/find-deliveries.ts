import { sql } from 'kysely';
import { isOwner } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { AttentionItem } from './attention-item.js';

/**
 * Messages that did not arrive, of recipients whose last message did not: one that was received since then
 * shows that the channel works again. Only owners see the delivery log.
 */
export async function findDeliveries({ db, actor }: Context): Promise<AttentionItem[]> {
  if (!isOwner(actor)) return [];
  const { rows } = await sql<{ count: number; last: Date | null }>`
    with ended as (
      select recipient, channel, state, finished_at,
        max(finished_at) filter (where state = 'sent') over (partition by channel, recipient) as last_sent
      from delivery_messages
      where account_token = ${actor.accountToken} and state in ('sent', 'failed')
    )
    select count(*)::int as count, max(finished_at) as last from ended
    where state = 'failed' and (last_sent is null or finished_at > last_sent)`.execute(db);
  const { count, last } = rows[0]!;
  if (count === 0) return [];
  const title = count === 1 ? '1 message' : `${count} messages`;
  const date = last && formatDate(last);
  return [
    { kind: 'delivery_failed', token: null, title, amount: null, currency: null, date, count },
  ];
}
