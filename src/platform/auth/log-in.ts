import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../lib/errors.js';
import { addSeconds } from '../lib/time.js';
import type { Db } from '../store/tables.js';
import { matchesPasswordHash } from './passwords.js';
import { hashSecret } from '../lib/secrets.js';
import { sessionHours } from './sessions.js';

const windowSeconds = 15 * 60;
const attemptsPerAddress = 10;
const attemptsPerHost = 50;

/** Checks a password and opens a session. Attempts are limited per email address and per host. */
export async function logIn(
  db: Db,
  attempt: { email: string; password: string; host: string; now: Date },
): Promise<{ secret: string; user_token: string }> {
  const email = attempt.email.trim();
  const found = await db
    .selectFrom('users')
    .select(['token', 'password_hash'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const user = { email, password_hash: found?.password_hash ?? null };
  if (!(await verifyPassword(db, { ...attempt, user })) || !found) {
    throw new ApiError(401, ['Incorrect email address or password']);
  }
  return { secret: await openSession(db, found.token, attempt.now), user_token: found.token };
}

/** Whether a password is the user's. Every attempt counts towards the limit until one succeeds. */
export async function verifyPassword(
  db: Db,
  attempt: {
    user: { email: string; password_hash: string | null };
    password: string;
    host: string;
    now: Date;
  },
): Promise<boolean> {
  const subject = `email ${attempt.user.email.toLowerCase()}`;
  await throttle(db, subject, attemptsPerAddress, attempt.now);
  await throttle(db, `host ${attempt.host}`, attemptsPerHost, attempt.now);
  const isCorrect = await matchesPasswordHash(attempt.password, attempt.user.password_hash);
  if (isCorrect) await db.deleteFrom('login_attempts').where('subject', '=', subject).execute();
  return isCorrect;
}

async function throttle(db: Db, subject: string, maxAttempts: number, now: Date): Promise<void> {
  await db.insertInto('login_attempts').values({ subject, attempted_at: now }).execute();
  const { count } = await db
    .selectFrom('login_attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subject', '=', subject)
    .where('attempted_at', '>', addSeconds(now, -windowSeconds))
    .executeTakeFirstOrThrow();
  if (count <= maxAttempts) return;
  throw new ApiError(429, ['Too many login attempts; try again in 15 minutes'], {
    'retry-after': String(windowSeconds),
  });
}

/** Creates a session and returns its secret. */
export async function openSession(db: Db, user: string, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      user_token: user,
      secret_hash: hashSecret(secret),
      created_at: now,
      expires_at: addSeconds(now, sessionHours * 3600),
    })
    .execute();
  return secret;
}
