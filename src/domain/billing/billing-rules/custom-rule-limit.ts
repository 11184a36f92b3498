import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { badRequest } from '../../../platform/lib/errors.js';

/** Refuses a custom rule beyond the limit of the account. */
export async function requireRoomForCustomRule({ db, actor, services }: Context): Promise<void> {
  const limit = services.config.maxCustomRules;
  // The lock makes a concurrent request wait, which would otherwise not count this rule.
  await db
    .selectFrom('accounts')
    .select('token')
    .where('token', '=', actor.accountToken)
    .forUpdate()
    .execute();
  const { count } = await db
    .selectFrom('billing_rules')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_token', '=', actor.accountToken)
    .where(sql`lower(type)`, '=', 'custom')
    .executeTakeFirstOrThrow();
  if (count >= limit) throw badRequest(`An account can have at most ${limit} custom billing rules`);
}
