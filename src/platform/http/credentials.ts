import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.js';
import { hashSecret } from '../lib/secrets.js';
import { isValidCsrfToken, readSessionCookie } from '../auth/sessions.js';
import { forbidden, unauthorized } from '../lib/errors.js';
import { formatDate } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

/** The actor behind a request: a bearer secret, or the session of a browser. */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
  now: Date,
): Promise<Actor> {
  const actor = await identify(request, services, now);
  if (!actor) throw unauthorized();
  await noteSeen(services, actor, now);
  return actor;
}

async function identify(request: FastifyRequest, services: Services, now: Date) {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const secret = /^bearer ([^\s]+)$/i.exec(header)?.[1];
    return secret && services.actors.byCredential(services.db, hashSecret(secret), now);
  }
  const secret = readSessionCookie(request.headers.cookie);
  if (!secret) return undefined;
  if (!isSafe(request.method) && !isValidCsrfToken(secret, request.headers['x-csrf-token'])) {
    throw forbidden('The X-CSRF-Token header is missing or wrong; sign in again');
  }
  return services.actors.bySession(services.db, hashSecret(secret), now);
}

const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

const seenToday = new Map<string, string>();

/** The day a user was last here: one write a user and day, not one a request. */
async function noteSeen({ db }: Services, actor: Actor, now: Date): Promise<void> {
  const today = formatDate(now);
  if (actor.kind !== 'user' || seenToday.get(actor.token) === today) return;
  await db
    .updateTable('users')
    .set({ last_seen_at: today })
    .where('token', '=', actor.token)
    .execute();
  seenToday.set(actor.token, today);
}
