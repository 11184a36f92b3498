import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { ScimError } from '../../../platform/kernel/scim-route.js';
import { notFound } from '../../../platform/lib/errors.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { readMembers, teams } from '../users/index.js';
import { readText } from './attributes.js';
import type { Comparison } from './filter.js';
import type { ScimPage } from './list.js';
import { type Resource, itemsOf, textOf } from './patch.js';

type Team = Row<'teams'>;

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const writableOfGroup = {
  single: ['displayName', 'externalId'],
  complex: [],
  lists: ['members'],
};

/** What SCIM writes of a team, in its own words. */
export async function attributesOfGroup(ctx: Context, team: Team): Promise<Resource> {
  const members = await readMembers(ctx, [team]);
  return {
    displayName: team.name,
    externalId: team.external_id,
    members: members.map((member) => ({ value: member.user_token })),
  };
}

/** Teams as SCIM resources. */
export async function serializeGroups(ctx: Context, rows: Team[]): Promise<Resource[]> {
  const members = await readMembers(ctx, rows);
  return rows.map((row) => ({
    schemas: [groupSchema],
    id: row.token,
    displayName: row.name,
    ...(row.external_id && { externalId: row.external_id }),
    members: members
      .filter((member) => member.team_token === row.token)
      .map((member) => ({
        value: member.user_token,
        display: member.name ?? member.email,
        type: 'User',
        $ref: `${ctx.origin}/scim/v2/Users/${member.user_token}`,
      })),
    meta: {
      resourceType: 'Group',
      created: formatTimestamp(row.created_at),
      location: `${ctx.origin}/scim/v2/Groups/${row.token}`,
    },
  }));
}

/** A team by its token, locked for a change. Everyone is no group: it has all users by itself. */
export async function loadGroup(ctx: Context, token: string, forUpdate = false): Promise<Team> {
  const team = await teams.rows.find(ctx, token, forUpdate);
  if (!team || team.everyone) throw notFound('Group');
  return team;
}

/** One page of the groups of the account that meet a filter. */
export async function listGroups(ctx: Context, filter: Comparison[], page: ScimPage) {
  const conditions = filter.map(conditionOf);
  const matching = ctx.db
    .selectFrom('teams')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('everyone', '=', false)
    .where((eb) => eb.and(conditions));
  const { total } = await matching
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('id')
    .limit(page.count)
    .offset(page.startIndex - 1)
    .execute();
  return { resources: await serializeGroups(ctx, rows), total };
}

function conditionOf({ attribute, value }: Comparison) {
  switch (attribute) {
    case 'displayname':
      return sql<SqlBool>`lower(name) = ${value.toLowerCase()}`;
    case 'externalid':
      return sql<SqlBool>`external_id = ${value}`;
    case 'id':
      return sql<SqlBool>`token = ${value}`;
    case 'members':
    case 'members.value':
      return sql<SqlBool>`exists (select 1 from team_members m
        where m.team_token = teams.token and m.user_token = ${value})`;
    default:
      throw new ScimError(400, `Groups cannot be filtered by ${attribute}`, 'invalidFilter');
  }
}

/** Creates a team with its members. It reaches no workspace until an owner gives it one. */
export async function createGroup(ctx: Context, attributes: Resource): Promise<Team> {
  const columns = await columnsOf(ctx, attributes, undefined);
  const team = await teams.rows.insert(ctx, {
    ...columns,
    token: teams.newToken(),
    account_token: ctx.actor.accountToken,
    created_at: ctx.now,
  });
  await setMembers(ctx, team, attributes['members']);
  await teams.record(ctx, team, null, await teams.serialize(team, ctx));
  return team;
}

/** Stores the attributes of a group as a request has left them. */
export async function saveGroup(ctx: Context, team: Team, attributes: Resource): Promise<Team> {
  const columns = await columnsOf(ctx, attributes, team);
  const before = await teams.serialize(team, ctx);
  const changed = await teams.rows.update(ctx, team.token, columns);
  await setMembers(ctx, changed, attributes['members']);
  await teams.record(ctx, changed, before, await teams.serialize(changed, ctx));
  return changed;
}

/** Deletes a team; its users stay. */
export async function deleteGroup(ctx: Context, team: Team): Promise<void> {
  await teams.record(ctx, team, await teams.serialize(team, ctx), null);
  await teams.rows.delete(ctx, team.token);
}

async function columnsOf(ctx: Context, attributes: Resource, before: Team | undefined) {
  const name = readText(attributes, 'displayName');
  if (!name) throw new ScimError(400, 'displayName is required', 'invalidValue');
  if (name === 'Everyone') {
    throw new ScimError(400, 'displayName Everyone is reserved', 'invalidValue');
  }
  if (name !== before?.name) await requireNewName(ctx, name, before?.token ?? '');
  return { name, external_id: readText(attributes, 'externalId') };
}

/** Providers find a group again by its name, so they must not create a second one of the same name. */
async function requireNewName(ctx: Context, name: string, token: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('teams')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('token', '<>', token)
    .executeTakeFirst();
  if (other) throw new ScimError(409, 'displayName has already been taken', 'uniqueness');
}

/** Members who stay keep their role in the team; new ones are editors, as in the API. */
async function setMembers({ db, actor }: Context, team: Team, members: unknown): Promise<void> {
  const wanted = [...new Set(itemsOf(members).map((item) => textOf(item['value'])))];
  const found = await db
    .selectFrom('users')
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .where('token', 'in', ['', ...wanted])
    .execute();
  const known = new Set(found.map((user) => user.token));
  const unknown = wanted.find((token) => !known.has(token));
  if (unknown !== undefined) {
    throw new ScimError(400, `members: there is no user ${unknown.slice(0, 100)}`, 'invalidValue');
  }
  await db
    .deleteFrom('team_members')
    .where('team_token', '=', team.token)
    .where('user_token', 'not in', ['', ...wanted])
    .execute();
  if (wanted.length === 0) return;
  await db
    .insertInto('team_members')
    .values(
      wanted.map((user_token) => ({ team_token: team.token, user_token, role: 'editor' as const })),
    )
    .onConflict((conflict) => conflict.columns(['team_token', 'user_token']).doNothing())
    .execute();
}
