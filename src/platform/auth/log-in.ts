import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../lib/errors.js';
import { addSeconds } from '../lib/time.js';
import type { Db } from '../store/tables.js';
import { matchesPasswordHash } from './passwords.js';
import { hashSecret } from '../lib/secrets.js';
import { sessionHours } from './sessions.js';

const windowSeconds = 15 * 60;
/** An account is guessed at from one host; the limit does not lock its user out elsewhere. */
const failuresPerAccountAndHost = 10;
/** A whole office can share a host, so it may fail much more often. */
const failuresPerHost = 500;
const failuresPerSecondFactor = 10;

/**
 * Checks a password and returns its user, or undefined if it is wrong. Failures are limited per account and
 * host, and per host. A password that its user may not log in with counts as wrong, and takes as long: who
 * guesses must not learn from the response that it was the right one.
 */
export async function logIn(
  db: Db,
  attempt: { email: string; password: string; host: string; now: Date },
  isAllowed: (user: string) => Promise<boolean>,
): Promise<string | undefined> {
  const email = attempt.email.trim();
  const found = await db
    .selectFrom('users')
    .select(['token', 'password_hash'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  const isUsable = found !== undefined && (await isAllowed(found.token));
  const user = { email, password_hash: isUsable ? found.password_hash : null };
  return (await verifyPassword(db, { ...attempt, user })) ? found?.token : undefined;
}

/** Whether a password is the user's. Failed attempts count towards the limits, successful ones do not. */
export async function verifyPassword(
  db: Db,
  attempt: {
    user: { email: string; password_hash: string | null };
    password: string;
    host: string;
    now: Date;
  },
): Promise<boolean> {
  const { host, now } = attempt;
  const account = subjectOf('account', attempt.user.email.toLowerCase(), host);
  const limits = {
    [account]: failuresPerAccountAndHost,
    [subjectOf('host', host)]: failuresPerHost,
  };
  return limitAttempts(db, { limits, clears: account, now }, () =>
    matchesPasswordHash(attempt.password, attempt.user.password_hash),
  );
}

/**
 * Checks a second factor. Its failures are limited per user, from whatever host: only who has the password
 * can cause them.
 */
export function limitSecondFactor(
  db: Db,
  attempt: { user: string; now: Date },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const subject = subjectOf('second factor', attempt.user);
  const limits = { [subject]: failuresPerSecondFactor };
  return limitAttempts(db, { limits, clears: subject, now: attempt.now }, check);
}

/** Runs a check whose failures count under each subject; a success clears those of one subject. */
async function limitAttempts(
  db: Db,
  { limits, clears, now }: { limits: Record<string, number>; clears: string; now: Date },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const ids = await recordFailures(db, Object.keys(limits), now);
  const forget = () => db.deleteFrom('login_attempts').where('id', 'in', ids).execute();
  if (await isOverLimit(db, limits, now)) {
    await forget();
    throw new ApiError(429, ['Too many login attempts; try again in 15 minutes'], {
      'retry-after': String(windowSeconds),
    });
  }
  const isCorrect = await check();
  if (isCorrect) {
    await forget();
    await db.deleteFrom('login_attempts').where('subject', '=', clears).execute();
  }
  return isCorrect;
}

/** Hashed, because callers choose the email address and its length. */
const subjectOf = (...parts: string[]) => hashSecret(JSON.stringify(parts)).toString('hex');

/** Counts an attempt as failed before its password is checked, so that parallel guesses count too. */
async function recordFailures(db: Db, subjects: string[], now: Date): Promise<number[]> {
  const rows = await db
    .insertInto('login_attempts')
    .values(subjects.map((subject) => ({ subject, attempted_at: now })))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

async function isOverLimit(db: Db, limits: Record<string, number>, now: Date): Promise<boolean> {
  const counts = await db
    .selectFrom('login_attempts')
    .select(['subject', sql<number>`count(*)::int`.as('count')])
    .where('subject', 'in', Object.keys(limits))
    .where('attempted_at', '>', addSeconds(now, -windowSeconds))
    .groupBy('subject')
    .execute();
  return counts.some(({ subject, count }) => count > limits[subject]!);
}

/** Creates a session and returns its secret; deactivated users get none, however they log in. */
export async function openSession(db: Db, user: string, now: Date): Promise<string> {
  const { deactivated_at } = await db
    .selectFrom('users')
    .select('deactivated_at')
    .where('token', '=', user)
    .executeTakeFirstOrThrow();
  if (deactivated_at) throw new ApiError(401, ['This user is deactivated']);
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
