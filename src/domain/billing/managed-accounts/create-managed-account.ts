import type { Context } from '../../../platform/kernel/context.js';
import { forbidden } from '../../../platform/lib/errors.js';
import { createEmptyAccount } from '../../people/users/index.js';
import { inviteFirstOwner } from './invitation.js';
import { isManagedAccount } from './managed-account.js';

/** Creates the account that is to be managed, and returns the columns that the management account adds. */
export async function createChildAccount(
  ctx: Context,
  { name, contact_email }: { name: string; contact_email: string },
) {
  if (await isManagedAccount(ctx.db, ctx.actor.accountToken)) {
    throw forbidden('A managed account has no managed accounts');
  }
  const { account } = await createEmptyAccount(ctx.db, { name, now: ctx.now });
  await inviteFirstOwner(ctx, account.token, contact_email);
  return { token: account.token, billing_information: {}, business_information: {} };
}
