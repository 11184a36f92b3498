import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';

export const LogInMethods = z
  .object({
    user_token: z.string(),
    is_active: z.boolean().describe('False for users whom their identity provider deactivated.'),
    has_password: z.boolean(),
    has_identity: z.boolean().describe('Whether the user has logged in by single sign-on.'),
    has_second_factor: z.boolean().describe('Asked for after the password.'),
  })
  .meta({ id: 'LogInMethods' });

/** How each user of the account logs in. */
export async function readLogInMethods({
  db,
  actor,
}: Context): Promise<z.input<typeof LogInMethods>[]> {
  const { rows } = await sql<z.input<typeof LogInMethods>>`
    select token as user_token,
      deactivated_at is null as is_active,
      password_hash is not null as has_password,
      exists (select 1 from user_identities i where i.user_token = users.token) as has_identity,
      exists (select 1 from second_factors f where f.user_token = users.token) as has_second_factor
    from users where account_token = ${actor.accountToken} order by id`.execute(db);
  return rows;
}
