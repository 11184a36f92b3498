import { createTicket } from '../../platform/auth/password-tickets.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { OrganisationRole } from '../../platform/store/tables.js';
import { recordUser, users } from './user.js';

export interface Invitation {
  user: Row<'users'>;
  /** Where the user sets a password; works once. */
  link: string;
}

/** Makes a user who cannot sign in yet, and the link with which they set a password. */
export async function inviteUser(
  ctx: Context,
  invited: { email: string; role: OrganisationRole; name?: string | null },
): Promise<Invitation> {
  const user = await users.rows.insert(ctx, {
    token: users.newToken(),
    account_token: ctx.actor.accountToken,
    email: invited.email,
    name: invited.name ?? null,
    role: invited.role,
    created_at: ctx.now,
  });
  await recordUser(ctx, null, user);
  return { user, link: await passwordLink(ctx, user.token) };
}

export async function passwordLink(ctx: Context, user: string): Promise<string> {
  return `${ctx.origin}/welcome?ticket=${await createTicket(ctx.db, user, ctx.now)}`;
}
