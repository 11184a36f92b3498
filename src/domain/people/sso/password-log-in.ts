import { sql } from 'kysely';
import { ApiError, forbidden } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';
import { domainOf } from './identity.js';

/**
 * Whether a user may log in with a password: not if the account enforces single sign-on for the domain of
 * the user's address. Its break-glass owner is let in; while there is no active one, every owner is, so
 * that nobody is locked out.
 */
export async function isPasswordAllowed(db: Db, user: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u
    join sso_connections c on c.account_token = u.account_token and c.enforced
    join sso_domains d
      on d.connection_token = c.token and d.domain = lower(split_part(u.email, '@', 2))
    left join users b on b.token = c.break_glass_user_token and b.role = 'owner'
      and b.deactivated_at is null
    where u.token = ${user} and not (u.role = 'owner' and coalesce(b.token, u.token) = u.token)`.execute(
    db,
  );
  return rows.length === 0;
}

/** Throws unless the user, who has proved to be one, may log in with a password. */
export async function requirePasswordAllowed(db: Db, user: string): Promise<void> {
  if (await isPasswordAllowed(db, user)) return;
  throw forbidden('Your organization requires single sign-on; log in with it');
}

/**
 * The error of a log-in with a password that is wrong or not allowed. Its text follows from the domain
 * alone, so that it says nothing about a user or a password.
 */
export async function passwordRefusal(db: Db, email: string): Promise<ApiError> {
  const enforced = await db
    .selectFrom('sso_domains as d')
    .innerJoin('sso_connections as c', 'c.token', 'd.connection_token')
    .select('d.domain')
    .where('d.domain', '=', domainOf(email) ?? '')
    .where('c.enforced', '=', true)
    .executeTakeFirst();
  const hint = enforced ? ', or single sign-on is required' : '';
  return new ApiError(401, [`Incorrect email address or password${hint}`]);
}
