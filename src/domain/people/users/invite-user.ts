import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { OrganisationRole } from '../../../platform/store/tables.js';
import { createPasswordLink } from './password.js';
import { recordUser, users } from './user.js';

export interface Invitation {
  user: Row<'users'>;
  /** One-time link for setting a password. */
  link: string;
}

/** Creates a user without a password, and the link for setting one. */
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
  return { user, link: await createPasswordLink(ctx, user) };
}
