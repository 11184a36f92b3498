import { sql } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import {
  UnknownReference,
  badRequest,
  notFound,
  unprocessable,
} from '../../platform/lib/errors.js';
import { choice } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { TeamRole } from '../../platform/store/tables.js';
import {
  type Membership,
  readMembers,
  setOrganisationRole,
  requireTeamManager,
  teams,
} from '../../domain/people/users/index.js';

const TeamMember = z
  .object({
    name: z.string().describe('Name of the user, or the email address if there is none.'),
    email: z.string(),
    user_email: z.string().describe('Same as email.'),
    user_token: z.string(),
    role: z.string(),
  })
  .meta({ id: 'TeamMember' });

const params = z.object({ team_token: z.string() });

const getTeamMembers = pagedOperation({
  id: 'getTeamMembers',
  tag: 'Teams',
  path: '/v2/teams/{team_token}/members',
  summary: 'List the members of a team in joining order',
  params,
  errors: [404],
  response: { members: z.array(TeamMember) },
  responseId: 'TeamMembers',
  read: async (input, ctx, page) => {
    const team = await teams.rows.load(ctx, input.params.team_token);
    const members = await readMembers(ctx, [team]);
    return {
      rowCount: members.length,
      members: members.slice(page.offset, page.offset + page.limit).map(serializeMember),
    };
  },
});

const addTeamMember = operation({
  id: 'addTeamMember',
  tag: 'Teams',
  method: 'POST',
  path: '/v2/teams/{team_token}/members',
  summary: 'Add a user to a team, or update the role of a member',
  params,
  body: z
    .object({
      user_email: z.string(),
      role: choice(['owner', 'editor', 'viewer', 'integration_owner']).default('editor'),
    })
    .meta({ id: 'addTeamMember' }),
  status: 201,
  errors: [400, 403, 404, 422],
  response: TeamMember,
  run: async ({ params: { team_token }, body }, ctx) => {
    const team = await teams.rows.loadForUpdate(ctx, team_token);
    requireTeamManager(ctx.actor, team);
    const user = await requireUserByEmail(ctx, body.user_email);
    if (team.everyone) await setOrganisationRole(ctx, user, body.role);
    else await setTeamRole(ctx, team, user, body.role);
    const { token: user_token, email, name } = user;
    return serializeMember({ id: 0, team_token, user_token, email, name, role: body.role });
  },
});

const removeTeamMember = operation({
  id: 'removeTeamMember',
  tag: 'Teams',
  method: 'DELETE',
  path: '/v2/teams/{team_token}/members/{user_token}',
  summary: 'Remove a user from a team',
  params: params.extend({ user_token: z.string() }),
  status: 204,
  errors: [400, 403, 404],
  run: async ({ params: { team_token, user_token } }, ctx) => {
    const team = await teams.rows.loadForUpdate(ctx, team_token);
    requireTeamManager(ctx.actor, team);
    const member = (await readMembers(ctx, [team])).find((each) => each.user_token === user_token);
    if (!member) throw notFound('Team Member');
    if (team.everyone) throw badRequest('Users cannot be removed from the team Everyone');
    await ctx.db
      .deleteFrom('team_members')
      .where('team_token', '=', team.token)
      .where('user_token', '=', user_token)
      .execute();
    await record(ctx, team, member, { ...serializeMember(member), team_token: team.token }, null);
  },
});

export const teamMembers = [getTeamMembers, addTeamMember, removeTeamMember];

function serializeMember(member: Membership): z.input<typeof TeamMember> {
  const { email, user_token, role } = member;
  return { name: member.name ?? email, email, user_email: email, user_token, role };
}

async function requireUserByEmail(ctx: Context, email: string): Promise<Row<'users'>> {
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('account_token', '=', ctx.actor.accountToken)
    .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (!user) throw new UnknownReference('User', 'user_email', email);
  return user;
}

async function setTeamRole(
  ctx: Context,
  team: Row<'teams'>,
  user: Row<'users'>,
  role: TeamRole | 'integration_owner',
): Promise<void> {
  if (role === 'integration_owner') {
    throw unprocessable('role integration_owner is only available in the team Everyone');
  }
  const members = await readMembers(ctx, [team]);
  const before = members.find((member) => member.user_token === user.token);
  await ctx.db
    .insertInto('team_members')
    .values({ team_token: team.token, user_token: user.token, role })
    .onConflict((conflict) => conflict.columns(['team_token', 'user_token']).doUpdateSet({ role }))
    .execute();
  const after = {
    ...(before ?? { ...user, id: 0, user_token: user.token }),
    team_token: team.token,
    role,
  };
  const valuesOf = (member: Membership) => ({
    ...serializeMember(member),
    team_token: team.token,
  });
  await record(ctx, team, after, before ? valuesOf(before) : null, valuesOf(after));
}

async function record(
  ctx: Context,
  team: Row<'teams'>,
  member: Membership,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  const title = `${member.name ?? member.email} in ${team.name}`;
  await recordChange(ctx, { type: 'Team Member', token: member.user_token, title, before, after });
}
