import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { ScimError } from '../../../platform/kernel/scim-route.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import type { OrganisationRole } from '../../../platform/store/tables.js';
import { setActive, setOrganisationRole, recordUser, users } from '../users/index.js';
import { pickAttributes, readText } from './attributes.js';
import type { Comparison } from './filter.js';
import type { ScimPage } from './list.js';
import { type Resource, applyPatch, itemsOf, textOf } from './patch.js';
import { nameOf, partsOf, withoutOutdatedNames } from './user-name.js';

type User = Row<'users'>;

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const writableOfUser = {
  single: ['userName', 'externalId', 'displayName', 'active'],
  complex: ['name'],
  lists: ['roles'],
};

/** What SCIM writes of a user, in its own words. */
const attributesOf = (user: User): Resource => ({
  userName: user.email,
  externalId: user.external_id,
  displayName: user.name,
  name: { formatted: user.name, givenName: user.given_name, familyName: user.family_name },
  active: user.deactivated_at === null,
  roles: [{ value: user.role, primary: true }],
});

/** The attributes of a user after a PUT request. What it leaves out stays, except other names. */
export const replaceAttributes = (user: User, body: Resource): Resource => ({
  ...attributesOf(user),
  displayName: null,
  name: null,
  ...pickAttributes(body, writableOfUser),
});

/** The attributes of a user after a PATCH request. */
export function patchAttributes(user: User, body: Resource): Resource {
  const before = attributesOf(user);
  return withoutOutdatedNames(before, applyPatch(before, body, writableOfUser));
}

/** Users as SCIM resources, with the teams that they are in. */
export async function serializeUsers(ctx: Context, rows: User[]): Promise<Resource[]> {
  const memberships = await ctx.db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.token', 'team_members.team_token')
    .select(['user_token', 'teams.token', 'teams.name'])
    .where('user_token', 'in', ['', ...rows.map((row) => row.token)])
    .orderBy('teams.id')
    .execute();
  return rows.map((row) => {
    const location = `${ctx.origin}/scim/v2/Users/${row.token}`;
    return {
      schemas: [userSchema],
      id: row.token,
      ...withoutNull(attributesOf(row)),
      emails: [{ value: row.email, type: 'work', primary: true }],
      groups: memberships
        .filter((each) => each.user_token === row.token)
        .map(({ token, name }) => ({ value: token, display: name })),
      meta: { resourceType: 'User', created: formatTimestamp(row.created_at), location },
    };
  });
}

const withoutNull = (attributes: Resource): Resource =>
  JSON.parse(JSON.stringify(attributes, (_key, value: unknown) => value ?? undefined)) as Resource;

/** One page of the users of the account that meet a filter. */
export async function listUsers(ctx: Context, filter: Comparison[], page: ScimPage) {
  const conditions = filter.map(conditionOf);
  const matching = ctx.db
    .selectFrom('users')
    .where('account_token', '=', ctx.actor.accountToken)
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
  return { resources: await serializeUsers(ctx, rows), total };
}

function conditionOf({ attribute, value }: Comparison) {
  switch (attribute) {
    case 'username':
    case 'emails':
    case 'emails.value':
      return sql<SqlBool>`lower(email) = ${value.toLowerCase()}`;
    case 'displayname':
      return sql<SqlBool>`lower(name) = ${value.toLowerCase()}`;
    case 'externalid':
      return sql<SqlBool>`external_id = ${value}`;
    case 'id':
      return sql<SqlBool>`token = ${value}`;
    case 'active':
      return sql<SqlBool>`(deactivated_at is null) = ${value === 'true'}`;
    default:
      throw new ScimError(400, `Users cannot be filtered by ${attribute}`, 'invalidFilter');
  }
}

/** Creates a user without a password, who logs in by single sign-on or with a link of an owner. */
export async function createUser(ctx: Context, attributes: Resource): Promise<User> {
  const { role, isActive, ...columns } = columnsOf(attributes, undefined);
  const user = await users.rows.insert(ctx, {
    ...columns,
    token: users.newToken(),
    account_token: ctx.actor.accountToken,
    role: role ?? 'viewer',
    created_at: ctx.now,
  });
  await recordUser(ctx, null, user);
  return setActive(ctx, user, isActive);
}

/** Stores the attributes of a user as a request has left them. */
export async function saveUser(ctx: Context, user: User, attributes: Resource): Promise<User> {
  const { role, isActive, ...columns } = columnsOf(attributes, user);
  const changed = await users.rows.update(ctx, user.token, columns);
  await recordUser(ctx, user, changed);
  const withRole =
    role && role !== changed.role ? await setOrganisationRole(ctx, changed, role) : changed;
  return setActive(ctx, withRole, isActive);
}

const roles = new Set<string>([
  'owner',
  'integration_owner',
  'editor',
  'viewer',
] satisfies OrganisationRole[]);

function columnsOf(attributes: Resource, before: User | undefined) {
  const email = z.email().max(255).safeParse(attributes['userName']);
  if (!email.success) throw invalid('userName must be an email address');
  const parts = partsOf(attributes);
  return {
    email: email.data,
    external_id: readText(attributes, 'externalId'),
    given_name: readText(parts, 'givenName'),
    family_name: readText(parts, 'familyName'),
    name: nameOf(attributes) ?? before?.name ?? null,
    isActive: readActive(attributes['active'], before),
    role: readRole(attributes['roles']),
  };
}

/** Some providers send the text "False". */
function readActive(value: unknown, before: User | undefined): boolean {
  if (value === undefined || value === null) return before ? before.deactivated_at === null : true;
  const text = textOf(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('active must be true or false');
  return text === 'true';
}

/** The organisation role in the attribute `roles`: the primary one, else the first. */
function readRole(value: unknown): OrganisationRole | undefined {
  const items = itemsOf(value);
  const item = items.find((each) => textOf(each['primary']).toLowerCase() === 'true') ?? items[0];
  if (!item) return undefined;
  const role = textOf(item['value']).trim().toLowerCase().replaceAll(/[\s-]/g, '_');
  if (!roles.has(role)) throw invalid(`roles must be one of ${[...roles].join(', ')}`);
  return role as OrganisationRole;
}

const invalid = (message: string) => new ScimError(400, message, 'invalidValue');
