import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { limitSecondFactor } from '../../../platform/auth/log-in.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { type Challenge, takePasskeyChallenge } from './challenge.js';
import { acceptPasskey } from './passkey.js';
import { useRecoveryCode } from './recovery-codes.js';
import { relyingPartyOf } from './relying-party.js';
import { readFactors } from './second-factor.js';
import { matchingStep } from './totp.js';

/** What a user presents as second factor; the first one that is given counts. */
export interface Proof {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

/** Whether a proof is right. Wrong ones are limited, right ones cannot be used again. */
export function verifyFactor(
  ctx: Context,
  user: string,
  proof: Proof,
  challenge?: Challenge,
): Promise<boolean> {
  return limitSecondFactor(ctx.db, { user, now: ctx.now }, async () => {
    if (proof.code !== undefined) return acceptCode(ctx, user, proof.code);
    if (proof.recovery_code !== undefined) {
      return acceptRecoveryCode(ctx, user, proof.recovery_code);
    }
    const asked = challenge && (await takePasskeyChallenge(ctx.db, challenge));
    if (!asked || !proof.passkey) return false;
    const attempt = { user, challenge: asked, response: proof.passkey, now: ctx.now };
    return acceptPasskey(ctx.db, relyingPartyOf(ctx.linkOrigin), attempt);
  });
}

/** A code is accepted once: the step that it belongs to must be later than that of the last one. */
async function acceptCode(ctx: Context, user: string, code: string): Promise<boolean> {
  for (const row of await readFactors(ctx.db, user)) {
    if (!row.secret) continue;
    const step = matchingStep(ctx.services.vault.open(row.secret) as string, code, ctx.now);
    if (step === undefined) continue;
    const accepted = await ctx.db
      .updateTable('second_factors')
      .set({ last_step: step, last_used_at: ctx.now })
      .where('token', '=', row.token)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst();
    if (accepted.numUpdatedRows === 1n) return true;
  }
  return false;
}

async function acceptRecoveryCode(ctx: Context, user: string, code: string): Promise<boolean> {
  if (!(await useRecoveryCode(ctx.db, user, code, ctx.now))) return false;
  const owner = await ctx.db
    .selectFrom('users')
    .select(['token', 'account_token', 'email', 'name'])
    .where('token', '=', user)
    .executeTakeFirstOrThrow();
  const actor = await ctx.services.actors.forUser(ctx.db, owner);
  await recordChange(
    { ...ctx, actor },
    {
      type: 'Recovery Code',
      token: user,
      title: owner.name ?? owner.email,
      before: { used: false },
      after: { used: true },
    },
  );
  return true;
}
