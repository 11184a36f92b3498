import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { UnknownReference, badRequest, unprocessable } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db, OrganisationRole, TeamRole } from '../../../platform/store/tables.js';

/** A user's membership in a team. */
export interface Membership {
  id: number;
  team_token: string;
  user_token: string;
  email: string;
  name: string | null;
  role: OrganisationRole | TeamRole;
}

/** Reads the members of teams in joining order; the team Everyone contains all users of the account. */
export async function readMembers(ctx: Context, teams: Row<'teams'>[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select m.id, m.team_token, m.user_token, u.email, u.name, m.role
    from team_members m join users u on u.token = m.user_token
    where m.team_token = any(${teams.map((team) => team.token)})
    union all
    select u.id, t.token, u.token, u.email, u.name, u.role
    from teams t join users u on u.account_token = t.account_token
    where t.everyone and t.token = any(${teams.map((team) => team.token)})
    order by 1`.execute(ctx.db);
  return rows;
}

/** Resolves the users in a request body, in order; undefined if it does not mention members. */
export async function resolveMembers(
  ctx: Context,
  team: Row<'teams'>,
  body: { user_tokens?: string[]; user_emails?: string[] },
): Promise<string[] | undefined> {
  const { user_tokens: byToken = [], user_emails: byEmail = [] } = body;
  if (byToken.length > 0 && byEmail.length > 0) {
    throw badRequest('user_tokens and user_emails cannot both be given');
  }
  const found =
    byToken.length > 0
      ? await findUsers(ctx, 'token', 'user_tokens', byToken)
      : await findUsers(ctx, 'email', 'user_emails', byEmail);
  if (team.everyone) {
    await requireAllUsers(ctx, found);
    return undefined;
  }
  return body.user_tokens || body.user_emails ? found : undefined;
}

async function findUsers(
  ctx: Context,
  column: 'token' | 'email',
  field: string,
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const users = await ctx.db
    .selectFrom('users')
    .select(['token', 'email'])
    .where('account_token', '=', ctx.actor.accountToken)
    .execute();
  const byKey = new Map(users.map((user) => [user[column].toLowerCase(), user.token]));
  const tokens = keys.map((key) => {
    const token = byKey.get(key.toLowerCase());
    if (!token) throw new UnknownReference('User', field, key);
    return token;
  });
  return [...new Set(tokens)];
}

async function requireAllUsers(ctx: Context, requested: string[]): Promise<void> {
  if (requested.length === 0) return;
  const { count } = await ctx.db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirstOrThrow();
  if (requested.length !== count) {
    throw unprocessable('The team Everyone always contains all users');
  }
}

/** Replaces the members of a team. Without a role, remaining members keep theirs and new ones are editors. */
export async function replaceMembers(
  db: Db,
  team: Row<'teams'>,
  users: string[],
  role: TeamRole | undefined,
): Promise<void> {
  const stored = await db
    .selectFrom('team_members')
    .select(['user_token', 'role'])
    .where('team_token', '=', team.token)
    .orderBy('id')
    .execute();
  const roles = new Map(stored.map((member) => [member.user_token, member.role]));
  const members = users.map((user) => ({
    user_token: user,
    role: role ?? roles.get(user) ?? ('editor' as const),
  }));
  if (isDeepStrictEqual(stored, members)) return;
  await db.deleteFrom('team_members').where('team_token', '=', team.token).execute();
  if (members.length === 0) return;
  await db
    .insertInto('team_members')
    .values(members.map((member) => ({ ...member, team_token: team.token })))
    .execute();
}
