import { sql } from 'kysely';
import { z } from 'zod';
import { createPasswordLinkSecret } from '../../../platform/auth/password-links.js';
import { job } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { linkOriginOf } from '../../../platform/kernel/link-origin.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db } from '../../../platform/store/tables.js';
import { renderMail } from '../../watch/delivery/index.js';
import { recordUser } from '../../people/users/index.js';

/**
 * Creates the owner of a new managed account, without a password. An address that logs in to another account
 * already gets none: it can have only one. Queues the invitation where mail is configured.
 */
export async function inviteFirstOwner(
  ctx: Context,
  account: string,
  email: string,
): Promise<void> {
  const owner = await ctx.db
    .insertInto('users')
    .values({
      token: newToken('usr'),
      account_token: account,
      email,
      name: null,
      role: 'owner',
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!owner) return;
  const inside = { ...ctx, actor: { ...ctx.actor, accountToken: account } };
  await recordUser(inside, null, owner);
  if (!ctx.services.sendMail) return;
  await ctx.services.enqueue('invite-first-owner', { managed_account_token: account }, ctx.db);
}

/** The owner that was invited when the account was created; undefined once that user has set a password. */
export async function findInvitedOwner(db: Db, account: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.token', 'u.account_token')
    .select(['u.token', 'u.email', 'a.name'])
    .where('u.account_token', '=', account)
    .where('u.role', '=', 'owner')
    .where('u.password_hash', 'is', null)
    .where('u.last_seen_at', 'is', null)
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
}

/** The path of a one-time link with which an invited user sets a password. */
export async function createInvitationPath(db: Db, user: string, now: Date): Promise<string> {
  return `/welcome?ticket=${await createPasswordLinkSecret(db, user, now)}`;
}

export const inviteFirstOwnerJob = job({
  name: 'invite-first-owner',
  summary: 'Mails the invitation of a new managed account to its contact',
  retries: 5,
  payload: z.object({ managed_account_token: z.string() }),
  run: async ({ managed_account_token: account }, { services, clock }) => {
    const invited = await findInvitedOwner(services.db, account);
    if (!invited || !services.sendMail) return 'nobody to invite';
    const path = await createInvitationPath(services.db, invited.token, clock());
    const mail = renderMail(
      {
        type: 'invitation',
        about: account,
        title: `Your account ${invited.name}`,
        summary: `You are the owner of the account ${invited.name}. Set a password to see its costs; the link is valid for 7 days and works once.`,
        facts: [{ label: 'Email', value: invited.email }],
        data: {},
      },
      `${linkOriginOf(services.config)}${path}`,
    );
    await services.sendMail({ id: `invitation-${invited.token}`, to: invited.email, ...mail });
    return `${invited.email} invited`;
  },
});
