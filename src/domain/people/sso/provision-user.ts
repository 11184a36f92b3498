import { sql } from 'kysely';
import { lockAccount } from '../../../platform/auth/lock-account.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { setOrganisationRole, recordUser, users } from '../users/index.js';
import { type ConnectionRow, ssoConnections } from './connection.js';
import { type Identity, domainOf } from './identity.js';
import { roleOf, teamsOf } from './map-groups.js';
import { SsoFailure } from './sso-failure.js';

/**
 * The user of an identity: the one who logged in with it before, else the one of the account with its email
 * address, else a new one. Role and teams follow the groups. Runs in a transaction.
 */
export async function provisionUser(
  ctx: Context,
  connection: ConnectionRow,
  identity: Identity,
): Promise<Row<'users'>> {
  // Two first log-ins of one user at the same time create one user.
  await lockAccount(ctx.db, connection.account_token);
  await requireDomain(ctx, connection, identity.email);
  const known = await findKnown(ctx, connection, identity);
  if (known?.deactivated_at) throw new SsoFailure('The user is deactivated', 403);
  const user = known ?? (await createUser(ctx, connection, identity));
  const actor = await ctx.services.actors.forUser(ctx.db, user);
  const scope = { ...ctx, actor: { ...actor, source: 'console' as const } };
  if (!known) await recordUser(scope, null, user);
  await linkIdentity(scope, connection, identity, user);
  const named = await setName(scope, user, identity.name);
  const result = await setRole(scope, connection, identity, named, !known);
  if (connection.assigns_teams) await setTeams(scope, connection, identity, result);
  return result;
}

/** An identity provider speaks for the domains of its connection only. */
export async function requireDomain(
  ctx: Context,
  connection: ConnectionRow,
  email: string,
): Promise<void> {
  const { domains } = await ssoConnections.serialize(connection, ctx);
  const domain = domainOf(email);
  if (!domain || !domains.includes(domain)) {
    throw new SsoFailure(`The domain of ${email} is not among the domains of the connection`, 403);
  }
}

async function findKnown(
  ctx: Context,
  connection: ConnectionRow,
  { subject, email }: Identity,
): Promise<Row<'users'> | undefined> {
  const linked = await ctx.db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.token', 'i.user_token')
    .selectAll('u')
    .where('i.connection_token', '=', connection.token)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
  if (linked) return linked;
  const byEmail = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (byEmail && byEmail.account_token !== connection.account_token) {
    throw new SsoFailure('A user of another account has this email address', 403);
  }
  return byEmail;
}

async function createUser(
  ctx: Context,
  connection: ConnectionRow,
  identity: Identity,
): Promise<Row<'users'>> {
  return users.rows.insert(ctx, {
    token: users.newToken(),
    account_token: connection.account_token,
    email: identity.email,
    name: identity.name,
    role: roleOf(connection, identity.groups) ?? connection.default_role,
    created_at: ctx.now,
  });
}

async function linkIdentity(
  ctx: Context,
  connection: ConnectionRow,
  { subject, email }: Identity,
  user: Row<'users'>,
): Promise<void> {
  const stored = await ctx.db
    .selectFrom('user_identities')
    .select('subject')
    .where('connection_token', '=', connection.token)
    .where('user_token', '=', user.token)
    .executeTakeFirst();
  if (stored?.subject === subject) return;
  // An address that was given to someone else must not open the account of the previous user.
  if (stored) throw new SsoFailure(`Another identity is linked to the user ${email}`, 403);
  await ctx.db
    .insertInto('user_identities')
    .values({
      connection_token: connection.token,
      subject,
      user_token: user.token,
      created_at: ctx.now,
    })
    .execute();
  await recordChange(ctx, {
    type: 'User Identity',
    token: user.token,
    title: user.email,
    before: null,
    after: { connection_token: connection.token, subject },
  });
}

async function setName(
  ctx: Context,
  user: Row<'users'>,
  name: string | null,
): Promise<Row<'users'>> {
  if (user.name !== null || name === null) return user;
  const changed = await users.rows.update(ctx, user.token, { name });
  await recordUser(ctx, user, changed);
  return changed;
}

/** Groups decide the role only where roles are mapped; the last and the break-glass owner stay owners. */
async function setRole(
  ctx: Context,
  connection: ConnectionRow,
  { groups }: Identity,
  user: Row<'users'>,
  isNew: boolean,
): Promise<Row<'users'>> {
  const role = roleOf(connection, groups);
  if (isNew || role === undefined || role === user.role) return user;
  if (user.role === 'owner' && (await mustStayOwner(ctx, connection, user))) return user;
  return setOrganisationRole(ctx, user, role);
}

async function mustStayOwner(
  ctx: Context,
  connection: ConnectionRow,
  user: Row<'users'>,
): Promise<boolean> {
  if (connection.break_glass_user_token === user.token) return true;
  const other = await ctx.db
    .selectFrom('users')
    .select('token')
    .where('account_token', '=', user.account_token)
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .where('token', '<>', user.token)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Sets the teams of a user to those that the groups give; Everyone is no matter of groups. */
async function setTeams(
  ctx: Context,
  connection: ConnectionRow,
  { groups }: Identity,
  user: Row<'users'>,
): Promise<void> {
  const wanted = await teamsOf(ctx.db, connection, groups);
  const current = await ctx.db
    .selectFrom('team_members as m')
    .innerJoin('teams as t', 't.token', 'm.team_token')
    .select(['t.token', 't.name', 'm.role'])
    .where('m.user_token', '=', user.token)
    .execute();
  const has = (list: { token: string }[], token: string) =>
    list.some((each) => each.token === token);
  for (const team of wanted.filter(({ token }) => !has(current, token))) {
    await ctx.db
      .insertInto('team_members')
      .values({ team_token: team.token, user_token: user.token, role: 'editor' })
      .execute();
    await recordMembership(ctx, user, team, null, 'editor');
  }
  for (const team of current.filter(({ token }) => !has(wanted, token))) {
    await ctx.db
      .deleteFrom('team_members')
      .where('team_token', '=', team.token)
      .where('user_token', '=', user.token)
      .execute();
    await recordMembership(ctx, user, team, team.role, null);
  }
}

function recordMembership(
  ctx: Context,
  user: Row<'users'>,
  team: { token: string; name: string },
  before: string | null,
  after: string | null,
): Promise<void> {
  const valuesOf = (role: string | null) =>
    role === null ? null : { team_token: team.token, email: user.email, role };
  return recordChange(ctx, {
    type: 'Team Member',
    token: user.token,
    title: `${user.name ?? user.email} in ${team.name}`,
    before: valuesOf(before),
    after: valuesOf(after),
  });
}
