import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.js';
import { hashSecret } from '../lib/secrets.js';
import { isValidCsrfToken, readSessionCookie } from '../auth/sessions.js';
import { forbidden, unauthorized } from '../lib/errors.js';
import { formatDate } from '../lib/time.js';
import { isStoreOutage } from '../store/database.js';
import type { Services } from '../kernel/services.js';

/** Authenticates a request by its bearer token or by the session of a browser. */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
  now: Date,
): Promise<Actor> {
  const actor = await identify(request, services, now);
  if (!actor) throw unauthorized();
  await recordLastSeen(services, actor, now);
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
  if (!isSafeMethod(request.method) && !isValidCsrfToken(secret, request.headers['x-csrf-token'])) {
    throw forbidden('The X-CSRF-Token header is missing or invalid; log in again');
  }
  return services.actors.bySession(services.db, hashSecret(secret), now);
}

const isSafeMethod = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Date of the last recorded request by user token. */
const lastSeen = new Map<string, string>();

/** Records the day of a user's last request, with one write per user and day. */
async function recordLastSeen({ db, log }: Services, actor: Actor, now: Date): Promise<void> {
  const today = formatDate(now);
  if (actor.kind !== 'user' || lastSeen.get(actor.token) === today) return;
  try {
    await db
      .updateTable('users')
      .set({ last_seen_at: today })
      .where('token', '=', actor.token)
      .execute();
    lastSeen.set(actor.token, today);
  } catch (error) {
    if (!isStoreOutage(error)) throw error;
    // Who only reads must not need a store that can be written; the next request tries again.
    log.warn({ err: error }, 'the last request of a user could not be recorded');
  }
}
