import type { Scope } from '../../../platform/auth/actor.js';
import { isOwner } from '../../../platform/auth/actor.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { forbidden } from '../../../platform/lib/errors.js';
import { addSeconds, formatTimestamp } from '../../../platform/lib/time.js';
import { mintCredential } from '../../people/users/index.js';
import type { ManagedAccountRow } from './managed-account.js';

const validSeconds = 3600;

/**
 * Creates a short-lived credential of a managed account for a member of the management account, with the role
 * that the member has there. The audit logs of both accounts name the member, here and for whatever is done
 * with the credential.
 */
export async function openAccess(
  ctx: Context,
  account: ManagedAccountRow,
  scopes: readonly Scope[],
) {
  if (scopes.includes('write') && !isOwner(ctx.actor)) {
    throw forbidden('Only owners can change something in a managed account');
  }
  const everyone = await ctx.db
    .selectFrom('teams')
    .select('token')
    .where('account_token', '=', account.token)
    .where('everyone', '=', true)
    .executeTakeFirstOrThrow();
  const limit = addSeconds(ctx.now, validSeconds);
  const ownLimit = ctx.actor.credential?.expiresAt;
  const inside = { ...ctx, actor: { ...ctx.actor, accountToken: account.token } };
  const credential = await mintCredential(inside, {
    holder: {
      team_token: everyone.token,
      rights: isOwner(ctx.actor) ? 'owner' : 'integration_owner',
    },
    description: `${ctx.actor.name ?? 'Operator'} of the management account`,
    scopes,
    callerName: ctx.actor.name,
    expiresAt: ownLimit && ownLimit < limit ? ownLimit : limit,
  });
  const expires_at = formatTimestamp(credential.expires_at!);
  await recordChange(ctx, {
    type: 'Managed Account Access',
    token: account.token,
    title: account.name,
    before: null,
    after: { scopes: credential.scopes, expires_at },
  });
  return { secret: credential.secret, scopes: credential.scopes, expires_at };
}
