import { createHash, timingSafeEqual } from 'node:crypto';

export const sessionHours = 24 * 14;
const cookieName = 'farthing_session';

/** Reads the session secret from a Cookie header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  return header?.match(/(?:^|;\s*)farthing_session=([A-Za-z0-9_-]+)/)?.[1];
}

/** Formats a Set-Cookie header. `Secure` is left out only if the console is served over plain HTTP. */
export function formatSessionCookie(secret: string, origin: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Derives the CSRF token of a session, which only pages of the console receive. */
export function deriveCsrfToken(sessionSecret: string): string {
  return createHash('sha256').update(`csrf ${sessionSecret}`).digest('base64url');
}

/** Whether a CSRF token belongs to the session. */
export function isValidCsrfToken(sessionSecret: string, token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const [expected, actual] = [Buffer.from(deriveCsrfToken(sessionSecret)), Buffer.from(token)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
