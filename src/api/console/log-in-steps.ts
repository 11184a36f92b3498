import { z } from 'zod';
import {
  askForPasskey,
  beginRequiredEnrolment,
  finishRequiredEnrolment,
  finishSession,
} from '../../domain/people/second-factors/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { badRequest } from '../../platform/lib/errors.js';
import { PasskeyOptions, SignedPasskey } from './passkey-fields.js';
import { Session, sessionReply } from './session.js';

const ticket = z.string().describe('Of the response to the password.');

const sendSecondFactor = operation({
  id: 'sendSecondFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/session/second_factor',
  summary: 'Complete a log-in with a code, a recovery code or a passkey',
  body: z.object({
    ticket,
    code: z.string().optional().describe('Six digits of an authenticator app.'),
    recovery_code: z.string().optional(),
    passkey: SignedPasskey.optional(),
  }),
  status: 201,
  errors: [400, 401, 429],
  open: true,
  // Failed attempts must be counted even though the request fails.
  ownTransaction: true,
  response: Session,
  run: async ({ body: { ticket: sent, ...proof } }, ctx) => {
    if (Object.values(proof).every((each) => each === undefined)) {
      throw badRequest('One of code, recovery_code and passkey is required');
    }
    return sessionReply(ctx, await finishSession(ctx, sent, proof));
  },
});

const getPasskeyOptions = operation({
  id: 'createPasskeyChallenge',
  tag: 'Console',
  method: 'POST',
  path: '/console/session/passkey_options',
  summary: 'Ask for what a passkey has to sign to complete a log-in',
  body: z.object({ ticket }),
  status: 200,
  errors: [400, 401],
  open: true,
  response: PasskeyOptions,
  run: async ({ body }, ctx) => ({ ...(await askForPasskey(ctx, body.ticket)) }),
});

const createRequiredFactor = operation({
  id: 'createRequiredSecondFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/session/enrolment',
  summary: 'Begin to add the second factor that the account requires, before there is a session',
  body: z.object({ ticket }),
  status: 201,
  errors: [400, 401],
  open: true,
  response: z.object({ secret: z.string(), url: z.string() }),
  run: async ({ body }, ctx) => beginRequiredEnrolment(ctx, body.ticket),
});

const confirmRequiredFactor = operation({
  id: 'confirmRequiredSecondFactor',
  tag: 'Console',
  method: 'POST',
  path: '/console/session/enrolment/confirm',
  summary: 'Add the required second factor with its first code, and log in',
  body: z.object({ ticket, code: z.string() }),
  status: 201,
  errors: [400, 401],
  open: true,
  response: Session.extend({
    recovery_codes: z.array(z.string()).describe('Only returned here.'),
  }),
  run: async ({ body }, ctx) =>
    sessionReply(ctx, await finishRequiredEnrolment(ctx, body.ticket, body.code)),
});

export const logInSteps = [
  sendSecondFactor,
  getPasskeyOptions,
  createRequiredFactor,
  confirmRequiredFactor,
];
