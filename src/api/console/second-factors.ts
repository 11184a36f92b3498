import { z } from 'zod';
import {
  type Enrolled,
  beginPasskey,
  beginTotp,
  finishPasskey,
  finishTotp,
  requiresSecondFactor,
  removeFactor,
  countRecoveryCodes,
  replaceRecoveryCodes,
  SecondFactor,
  readFactors,
  serializeFactor,
  verifyFactor,
} from '../../domain/people/second-factors/index.js';
import { verifyPassword } from '../../platform/auth/log-in.js';
import type { Context } from '../../platform/kernel/context.js';
import { title } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { forbidden, unprocessable } from '../../platform/lib/errors.js';
import { NewPasskey, PasskeyOptions } from './passkey-fields.js';
import { currentUser } from './profile.js';

const AddedFactor = SecondFactor.extend({
  recovery_codes: z
    .array(z.string())
    .nullable()
    .describe('With the first second factor of a user, and only returned here.'),
});

const getSecondFactors = operation({
  id: 'getSecondFactors',
  tag: 'Console',
  method: 'GET',
  path: '/console/second_factors',
  summary: 'List your second factors',
  status: 200,
  errors: [422],
  response: z.object({
    second_factors: z.array(SecondFactor),
    recovery_codes_left: z.int(),
    is_required: z.boolean().describe('Whether the account requires one of password users.'),
    has_password: z.boolean().describe('Only log-ins with a password ask for a second factor.'),
  }),
  run: async (_input, ctx) => {
    const user = await currentUser(ctx);
    return {
      second_factors: (await readFactors(ctx.db, user.token)).map(serializeFactor),
      recovery_codes_left: await countRecoveryCodes(ctx.db, user.token),
      is_required: await requiresSecondFactor(ctx.db, user.token),
      has_password: user.password_hash !== null,
    };
  },
});

const createTotp = operation({
  id: 'createTotpFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/second_factors/totp',
  summary: 'Begin to add an authenticator app',
  status: 201,
  errors: [403, 422],
  response: z.object({
    ticket: z.string(),
    secret: z.string().describe('In base32, for apps that cannot read a QR code.'),
    url: z.string().describe('The content of the QR code.'),
  }),
  run: async (_input, ctx) => beginTotp(ctx, await passwordUser(ctx)),
});

const confirmTotp = operation({
  id: 'confirmTotpFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/second_factors/totp/confirm',
  summary: 'Add an authenticator app with its first code',
  body: z.object({ ticket: z.string(), code: z.string(), name: title() }),
  status: 201,
  errors: [400, 403, 422],
  response: AddedFactor,
  run: async ({ body }, ctx) =>
    serializeAdded(await finishTotp(ctx, await passwordUser(ctx), body)),
});

const createPasskey = operation({
  id: 'createPasskeyFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/second_factors/passkey',
  summary: 'Begin to add a passkey',
  status: 201,
  errors: [403, 422],
  response: z.object({ ticket: z.string(), options: PasskeyOptions }),
  run: async (_input, ctx) => {
    const { ticket, options } = await beginPasskey(ctx, await passwordUser(ctx));
    return { ticket, options: { ...options } };
  },
});

const confirmPasskey = operation({
  id: 'confirmPasskeyFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/second_factors/passkey/confirm',
  summary: 'Add a passkey that the browser has created',
  body: z.object({ ticket: z.string(), passkey: NewPasskey, name: title() }),
  status: 201,
  errors: [400, 403, 422],
  duplicates: { second_factors_credential_id_key: 'The passkey has already been added' },
  response: AddedFactor,
  run: async ({ body }, ctx) =>
    serializeAdded(await finishPasskey(ctx, await passwordUser(ctx), body)),
});

const proof = {
  password: z.string().optional(),
  code: z.string().optional().describe('Of an authenticator app.'),
};

const deleteSecondFactor = operation({
  id: 'deleteSecondFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/second_factors/{second_factor_token}/removal',
  summary: 'Remove a second factor, given your password or a code',
  params: z.object({ second_factor_token: z.string() }),
  body: z.object(proof),
  status: 204,
  errors: [400, 403, 404, 422, 429],
  // Failed attempts must be counted even though the request fails.
  ownTransaction: true,
  run: async ({ params, body }, ctx) => {
    await requireProof(ctx, body);
    await ctx.services.db.transaction().execute(async (db) => {
      const scope = { ...ctx, db };
      await removeFactor(scope, await passwordUser(scope), params.second_factor_token);
    });
  },
});

const createRecoveryCodes = operation({
  id: 'createRecoveryCodes',
  tag: 'Console',
  method: 'POST',
  path: '/console/recovery_codes',
  summary: 'Replace your recovery codes, given your password or a code',
  body: z.object(proof),
  status: 201,
  errors: [400, 403, 422, 429],
  ownTransaction: true,
  response: z.object({ recovery_codes: z.array(z.string()).describe('Only returned here.') }),
  run: async ({ body }, ctx) => {
    const user = await requireProof(ctx, body);
    if ((await readFactors(ctx.db, user.token)).length === 0) {
      throw unprocessable('Recovery codes replace a second factor; add one first');
    }
    return ctx.services.db.transaction().execute(async (db) => ({
      recovery_codes: await replaceRecoveryCodes(db, user.token),
    }));
  },
});

export const secondFactors = [
  getSecondFactors,
  createTotp,
  confirmTotp,
  createPasskey,
  confirmPasskey,
  deleteSecondFactor,
  createRecoveryCodes,
];

const serializeAdded = ({ factor, recoveryCodes }: Enrolled) => ({
  ...serializeFactor(factor),
  recovery_codes: recoveryCodes,
});

/** Tokens are not asked for a second factor, so they cannot change how their user logs in either. */
async function passwordUser(ctx: Context): Promise<Row<'users'>> {
  if (ctx.actor.sessionId === undefined) throw forbidden('Log in to change your second factors');
  const user = await currentUser(ctx);
  if (user.password_hash === null) {
    throw unprocessable('You log in without a password, so there is nothing to add a factor to');
  }
  return user;
}

async function requireProof(
  ctx: Context,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<Row<'users'>> {
  const user = await passwordUser(ctx);
  if (password !== undefined) {
    const attempt = { password, host: ctx.host, now: ctx.now, user };
    if (!(await verifyPassword(ctx.db, attempt))) throw unprocessable('password is incorrect');
  } else if (code === undefined) {
    throw unprocessable('password or code is required');
  } else if (!(await verifyFactor(ctx, user.token, { code }))) {
    throw unprocessable('code is incorrect, or was already used');
  }
  return user;
}
