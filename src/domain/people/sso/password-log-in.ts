import { sql } from 'kysely';
import { forbidden } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';

/**
 * Throws if the account of a user enforces single sign-on for the domain of the user's address. Its
 * break-glass owner is let in; while there is no active one, every owner is, so that nobody is locked out.
 */
export async function requirePasswordAllowed(db: Db, user: string): Promise<void> {
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
  if (rows.length > 0) throw forbidden('Your organisation requires single sign-on; log in with it');
}
