import { z } from 'zod';
import { logIn } from '../../platform/auth/log-in.js';
import { minPasswordLength } from '../../platform/auth/passwords.js';
import {
  deriveCsrfToken,
  sessionHours,
  formatSessionCookie,
} from '../../platform/auth/sessions.js';
import type { Context } from '../../platform/kernel/context.js';
import { isLongerThan } from '../../platform/lib/characters.js';
import { badRequest } from '../../platform/lib/errors.js';
import { title } from '../../platform/kernel/fields.js';
import { Reply, operation } from '../../platform/kernel/operation.js';
import { setPasswordByLink } from '../../domain/people/users/index.js';
import { type Begun, beginSession } from '../../domain/people/second-factors/index.js';
import {
  isPasswordAllowed,
  passwordRefusal,
  requirePasswordAllowed,
} from '../../domain/people/sso/index.js';

export const Session = z.object({
  user_token: z.string(),
  csrf_token: z.string().describe('Send as the X-CSRF-Token header with every change.'),
});

const PendingSession = z
  .object({
    ticket: z.string().describe('Send with the second factor, within five minutes.'),
    methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
    requires_enrolment: z
      .boolean()
      .describe('The account requires a second factor, and the user has none yet.'),
  })
  .meta({ id: 'PendingSession' });

const pendingSession = {
  202: {
    description: 'A second factor is needed; there is no session yet.',
    response: PendingSession,
  },
};

/** A new password. */
export const password = z.string().refine((text) => isLongerThan(text, minPasswordLength - 1), {
  error: `must be at least ${minPasswordLength} characters`,
  params: { domain: true },
});

/** The response to a log-in that is complete, with the cookie of its session. */
export function sessionReply<More extends object>(
  ctx: Context,
  { secret, user_token, ...more }: { secret: string; user_token: string } & More,
) {
  const cookie = formatSessionCookie(secret, ctx.origin, sessionHours * 3600);
  return new Reply(
    { user_token, csrf_token: deriveCsrfToken(secret), ...more },
    { headers: { 'set-cookie': cookie } },
  );
}

/** The session, or with status 202 what is still needed for it. */
function begunReply(ctx: Context, begun: Begun): Reply<z.input<typeof Session>> {
  if ('secret' in begun) return sessionReply(ctx, begun);
  // The second body is described by `pendingSession`, which the operations list.
  return new Reply(begun, { status: 202 }) as unknown as Reply<z.input<typeof Session>>;
}

const createSession = operation({
  id: 'createSession',
  tag: 'Console',
  method: 'POST',
  path: '/console/session',
  summary: 'Log in with email address and password',
  body: z.object({ email: z.string(), password: z.string() }),
  status: 201,
  otherResponses: pendingSession,
  errors: [400, 401, 429],
  open: true,
  // Failed attempts must be counted even though the request fails.
  ownTransaction: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const attempt = { ...body, host: ctx.host, now: ctx.now };
    const user = await logIn(ctx.db, attempt, (token) => isPasswordAllowed(ctx.db, token));
    if (!user) throw await passwordRefusal(ctx.db, body.email);
    return begunReply(ctx, await beginSession(ctx, user));
  },
});

const redeemLink = operation({
  id: 'redeemPasswordTicket',
  tag: 'Console',
  method: 'POST',
  path: '/console/password',
  summary: 'Set a password with an invitation or password reset link, and log in',
  body: z.object({ ticket: z.string(), password, name: title().optional() }),
  status: 201,
  otherResponses: pendingSession,
  errors: [400, 403],
  open: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const { token } = await setPasswordByLink(ctx, body);
    await requirePasswordAllowed(ctx.db, token);
    return begunReply(ctx, await beginSession(ctx, token));
  },
});

const deleteSession = operation({
  id: 'deleteSession',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/session',
  summary: 'Log out',
  status: 204,
  errors: [400],
  run: async (_input, ctx) => {
    if (ctx.actor.sessionId === undefined) throw badRequest('There is no session to log out of');
    await ctx.db.deleteFrom('sessions').where('id', '=', ctx.actor.sessionId).execute();
    return loggedOutReply(ctx);
  },
});

const deleteSessions = operation({
  id: 'deleteSessions',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/sessions',
  summary: 'Log out of all sessions',
  status: 204,
  errors: [],
  run: async (_input, ctx) => {
    await ctx.db.deleteFrom('sessions').where('user_token', '=', ctx.actor.token).execute();
    return loggedOutReply(ctx);
  },
});

const loggedOutReply = (ctx: Context) =>
  new Reply(undefined, { headers: { 'set-cookie': formatSessionCookie('', ctx.origin, 0) } });

export const sessions = [createSession, redeemLink, deleteSession, deleteSessions];
