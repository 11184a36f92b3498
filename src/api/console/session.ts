import { z } from 'zod';
import { logIn, openSession } from '../../platform/auth/log-in.js';
import { redeemPasswordLink } from '../../platform/auth/password-links.js';
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

const Session = z.object({
  user_token: z.string(),
  csrf_token: z.string().describe('To be sent back as X-CSRF-Token with every change.'),
});

export const password = z.string().refine((text) => text.length >= minPasswordLength, {
  error: `must have at least ${minPasswordLength} characters`,
  params: { domain: true },
});

function started(ctx: Context, secret: string, user: string): Reply<z.input<typeof Session>> {
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
  summary: 'Sign in with email address and password',
  body: z.object({ email: z.string(), password: z.string() }),
  status: 201,
  errors: [400, 401, 429],
  open: true,
  // A failed attempt must be counted although the request fails.
  ownTransaction: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const { secret, user_token } = await logIn(ctx.db, { ...body, host: ctx.host, now: ctx.now });
    return started(ctx, secret, user_token);
  },
});

const redeemInvitation = operation({
  id: 'redeemPasswordTicket',
  tag: 'Console',
  method: 'POST',
  path: '/console/password',
  summary: 'Set a password with the link of an invitation or a reset, and sign in',
  body: z.object({ ticket: z.string(), password, name: title().optional() }),
  status: 201,
  errors: [400],
  open: true,
  response: Session,
  run: async ({ body }, ctx) => {
    const user = await redeemPasswordLink(ctx.db, { ...body, now: ctx.now });
    return started(ctx, await openSession(ctx.db, user, ctx.now), user);
  },
});

const deleteSession = operation({
  id: 'deleteSession',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/session',
  summary: 'Sign out here',
  status: 204,
  errors: [400],
  run: async (_input, ctx) => {
    if (ctx.actor.sessionId === undefined) throw badRequest('There is no session to end');
    await ctx.db.deleteFrom('sessions').where('id', '=', ctx.actor.sessionId).execute();
    return signedOut(ctx);
  },
});

const deleteSessions = operation({
  id: 'deleteSessions',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/sessions',
  summary: 'Sign out everywhere',
  status: 204,
  errors: [],
  run: async (_input, ctx) => {
    await ctx.db.deleteFrom('sessions').where('user_token', '=', ctx.actor.token).execute();
    return signedOut(ctx);
  },
});

const signedOut = (ctx: Context) =>
  new Reply(undefined, { headers: { 'set-cookie': formatSessionCookie('', ctx.origin, 0) } });

export const sessions = [createSession, redeemInvitation, deleteSession, deleteSessions];
