import { createHash, timingSafeEqual } from 'node:crypto';

export const sessionHours = 24 * 14;
const cookieName = 'farthing_session';

/** The session secret in a Cookie header. */
export function sessionCookie(header: string | undefined): string | undefined {
  return header?.match(/(?:^|;\s*)farthing_session=([A-Za-z0-9_-]+)/)?.[1];
}

/** `Secure` is left out only where the console itself is served over plain HTTP. */
export function setSessionCookie(secret: string, origin: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Derived from the session, so that only pages that were handed it can send it back. */
export function csrfToken(sessionSecret: string): string {
  return createHash('sha256').update(`csrf ${sessionSecret}`).digest('base64url');
}

export function isCsrfToken(sessionSecret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [wanted, have] = [Buffer.from(csrfToken(sessionSecret)), Buffer.from(given)];
  return wanted.length === have.length && timingSafeEqual(wanted, have);
}
