import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import { createChallenge, endChallenge, findChallenge } from './challenge.js';
import { creationOptions, readNewPasskey, readPasskeys } from './passkey.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { relyingPartyOf } from './relying-party.js';
import { type FactorRow, addFactor, readFactors } from './second-factor.js';
import { matchingStep, newTotpSecret, totpUrl } from './totp.js';

type User = Row<'users'>;

/** A factor that was just added; recovery codes come with the first one. */
export interface Enrolled {
  factor: FactorRow;
  recoveryCodes: string[] | null;
}

/** Begins the enrolment of an authenticator app. */
export async function beginTotp(ctx: Context, user: User) {
  const secret = newTotpSecret();
  const totpSecret = ctx.services.vault.seal(secret);
  const begun = { user: user.token, purpose: 'totp' as const, now: ctx.now, totpSecret };
  return {
    ticket: await createChallenge(ctx.db, begun),
    secret,
    url: totpUrl(secret, user.email),
  };
}

/** Adds an authenticator app once its first code is right; that code does not work again. */
export async function finishTotp(
  ctx: Context,
  user: User,
  sent: { ticket: string; code: string; name: string },
): Promise<Enrolled> {
  const challenge = await requireOwnChallenge(ctx, user, sent.ticket, 'totp');
  const secret = challenge.totp_secret!;
  const last_step = matchingStep(ctx.services.vault.open(secret) as string, sent.code, ctx.now);
  if (last_step === undefined) throw unprocessable('code is incorrect');
  await endChallenge(ctx.db, challenge);
  return enrol(ctx, user, { kind: 'totp', name: sent.name, secret, last_step });
}

/** Begins the enrolment of a passkey. */
export async function beginPasskey(ctx: Context, user: User) {
  const party = relyingPartyOf(ctx.linkOrigin);
  if (/^[\d.]+$|:/.test(party.id)) {
    throw unprocessable('Passkeys need a host name; ask the operator to set FARTHING_PUBLIC_URL');
  }
  const options = await creationOptions(party, user, await readPasskeys(ctx.db, user.token));
  const ticket = await createChallenge(ctx.db, {
    user: user.token,
    purpose: 'passkey',
    now: ctx.now,
    passkey: options.challenge,
  });
  return { ticket, options };
}

/** Adds a passkey that answers the challenge at our own origin. */
export async function finishPasskey(
  ctx: Context,
  user: User,
  sent: { ticket: string; passkey: RegistrationResponseJSON; name: string },
): Promise<Enrolled> {
  const challenge = await requireOwnChallenge(ctx, user, sent.ticket, 'passkey');
  const party = relyingPartyOf(ctx.linkOrigin);
  const columns = await readNewPasskey(party, challenge.passkey_challenge!, sent.passkey);
  if (!columns) throw unprocessable('passkey was not created for this log-in page');
  await endChallenge(ctx.db, challenge);
  return enrol(ctx, user, { kind: 'passkey', name: sent.name, ...columns });
}

async function enrol(
  ctx: Context,
  user: User,
  added: Parameters<typeof addFactor>[2],
): Promise<Enrolled> {
  const isFirst = (await readFactors(ctx.db, user.token)).length === 0;
  const factor = await addFactor(ctx, user.token, added);
  return { factor, recoveryCodes: isFirst ? await replaceRecoveryCodes(ctx.db, user.token) : null };
}

async function requireOwnChallenge(
  ctx: Context,
  user: User,
  ticket: string,
  purpose: 'totp' | 'passkey',
) {
  const challenge = await findChallenge(ctx.db, ticket, purpose, ctx.now);
  if (challenge.user_token !== user.token) throw unprocessable('ticket belongs to another user');
  return challenge;
}
