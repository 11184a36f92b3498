import { z } from 'zod';
import { logIn, openSession } from '../../platform/auth/log-in.js';
import { minPasswordLength } from '../../platform/auth/passwords.js';
import {
  deriveCsrfToken,
  sessionHours,
  formatSessionCookie,
} from '../../platform/auth/sessions.js';
import type { Context } from '../../platform/kernel/context.js';
import { badRequest } from '../../platform/lib/errors.js';
import { title } from '../../platform/kernel/fields.js';
import { Reply, operation } from '../../platform/kernel/operation.js';
import { setPasswordByLink } from '../../domain/people/password.js';

const Session = z.object({
  user_token: z.string(),
  csrf_token: z.string().describe('Send as the X-CSRF-Token header with every change.'),
});

/** A new password. */
export const password = z.string().refine((text) => text.length >= minPasswordLength, {
  error: `must be at least ${minPasswordLength} characters`,
  params: { domain: true },
});

function sessionReply(ctx: Context, secret: string, user: string): Reply<z.input<typeof Session>> {
  const cookie = formatSessionCookie(secret, ctx.origin, sessionHours * 3600);
  return new Reply(
    { user_token: user, csrf_token: deriveCsrfToken(secret) },
    { headers: { 'set-cookie': cookie } },
  );
}

const createSession = operation({
  id: 'createSession',
  tag: 'Console',
  method: 'POST',
  path: '/console/session',
  summary: 'Log in with email address and password',
  body: z.object({ email: z.string(), password: z.string() }),
  status: 201,
  errors: [400, 401, 429],
  open: true,
  // Failed attempts must be counted even though the request fails.
  ownTransaction: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const { secret, user_token } = await logIn(ctx.db, { ...body, host: ctx.host, now: ctx.now });
    return sessionReply(ctx, secret, user_token);
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
  errors: [400],
  open: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const { token } = await setPasswordByLink(ctx, body);
    return sessionReply(ctx, await openSession(ctx.db, token, ctx.now), token);
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
