import { openSession } from '../../../platform/auth/log-in.js';
import type { Context } from '../../../platform/kernel/context.js';
import { ApiError, badRequest } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  type Challenge,
  createChallenge,
  endChallenge,
  findChallenge,
  updateChallenge,
} from './challenge.js';
import { readPasskeys, requestOptions } from './passkey.js';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
import { relyingPartyOf } from './relying-party.js';
import { addFactor, readFactors } from './second-factor.js';
import { matchingStep, newTotpSecret, totpUrl } from './totp.js';
import { type Proof, verifyFactor } from './verify-factor.js';

type Method = 'totp' | 'passkey' | 'recovery_code';

/** A session, or what is missing until there is one. */
export type Begun =
  | { secret: string; user_token: string }
  | { ticket: string; methods: Method[]; requires_enrolment: boolean };

/** Goes on after the right password: with a session, or with a ticket for the second factor. */
export async function beginSession(ctx: Context, user: string): Promise<Begun> {
  const kinds = new Set((await readFactors(ctx.db, user)).map((row) => row.kind));
  const requires_enrolment = kinds.size === 0;
  if (requires_enrolment && !(await requiresSecondFactor(ctx.db, user))) {
    return { secret: await openSession(ctx.db, user, ctx.now), user_token: user };
  }
  const ticket = await createChallenge(ctx.db, { user, purpose: 'log_in', now: ctx.now });
  const methods: Method[] = [...kinds];
  if ((await countRecoveryCodes(ctx.db, user)) > 0) methods.push('recovery_code');
  return { ticket, methods, requires_enrolment };
}

/** Whether the account of a user requires a second factor of those who log in with a password. */
export async function requiresSecondFactor(db: Db, user: string): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.token', 'users.account_token')
    .select('accounts.requires_second_factor')
    .where('users.token', '=', user)
    .executeTakeFirstOrThrow();
  return account.requires_second_factor;
}

/** A new challenge for the passkeys of whoever is logging in. */
export async function askForPasskey(ctx: Context, ticket: string) {
  const challenge = await findChallenge(ctx.db, ticket, 'log_in', ctx.now);
  const passkeys = await readPasskeys(ctx.db, challenge.user_token);
  if (passkeys.length === 0) throw badRequest('There is no passkey to log in with');
  const options = await requestOptions(relyingPartyOf(ctx.linkOrigin), passkeys);
  await updateChallenge(ctx.db, challenge, { passkey_challenge: options.challenge });
  return options;
}

/** Opens the session once the second factor is right. */
export async function finishSession(ctx: Context, ticket: string, proof: Proof) {
  const challenge = await findChallenge(ctx.db, ticket, 'log_in', ctx.now);
  if (!(await verifyFactor(ctx, challenge.user_token, proof, challenge))) {
    throw new ApiError(401, ['The second factor is incorrect, or was already used']);
  }
  return ctx.services.db.transaction().execute((db) => open({ ...ctx, db }, challenge));
}

async function open(ctx: Context, challenge: Challenge) {
  await endChallenge(ctx.db, challenge);
  const user_token = challenge.user_token;
  return { secret: await openSession(ctx.db, user_token, ctx.now), user_token };
}

/** The secret for the first factor of a user who must have one before there is a session. */
export async function beginRequiredEnrolment(ctx: Context, ticket: string) {
  const { challenge, user } = await requireEnrolment(ctx, ticket);
  const secret = newTotpSecret();
  await updateChallenge(ctx.db, challenge, { totp_secret: ctx.services.vault.seal(secret) });
  return { secret, url: totpUrl(secret, user.email) };
}

/** Stores that factor once its first code is right, and opens the session. */
export async function finishRequiredEnrolment(ctx: Context, ticket: string, code: string) {
  const { challenge, user } = await requireEnrolment(ctx, ticket);
  const { totp_secret } = challenge;
  if (!totp_secret) throw badRequest('There is no secret to confirm yet');
  const step = matchingStep(ctx.services.vault.open(totp_secret) as string, code, ctx.now);
  if (step === undefined) throw new ApiError(401, ['The code is incorrect']);
  const actor = await ctx.services.actors.forUser(ctx.db, user);
  const opened = await open(ctx, challenge);
  await addFactor({ ...ctx, actor }, user.token, {
    kind: 'totp',
    name: 'Authenticator app',
    secret: totp_secret,
    last_step: step,
    last_used_at: ctx.now,
  });
  return { ...opened, recovery_codes: await replaceRecoveryCodes(ctx.db, user.token) };
}

/** The password alone must not add a factor beside one that exists. */
async function requireEnrolment(ctx: Context, ticket: string) {
  const challenge = await findChallenge(ctx.db, ticket, 'log_in', ctx.now);
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('token', '=', challenge.user_token)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if ((await readFactors(ctx.db, user.token)).length > 0) {
    throw badRequest('You have a second factor already; log in with it');
  }
  return { challenge, user };
}
