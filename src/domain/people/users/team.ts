import { sql } from 'kysely';
import { z } from 'zod';
import { type Actor, isOwner } from '../../../platform/auth/actor.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { forbidden } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';
import { readMembers } from './membership.js';

const Team = z
  .object({
    token: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    workspace_tokens: z.array(z.string()),
    user_emails: z.array(z.string()).describe('In the same order as user_tokens.'),
    user_tokens: z.array(z.string()),
    default_dashboard_token: z.string().nullable(),
  })
  .meta({ id: 'Team' });

export const teams = entity({
  table: 'teams',
  prefix: 'team',
  kind: 'Team',
  title: 'name',
  page: '/teams/{token}',
  access: { within: 'account' },
  model: Team,
  derive: async (rows, ctx) => {
    const [members, workspaces] = await Promise.all([
      readMembers(ctx, rows),
      readWorkspaces(ctx.db, rows),
    ]);
    return ({ token }) => {
      const own = members.filter((member) => member.team_token === token);
      return {
        user_tokens: own.map((member) => member.user_token),
        user_emails: own.map((member) => member.email),
        workspace_tokens: workspaces
          .filter((each) => each.team_token === token)
          .map((each) => each.workspace_token),
      };
    };
  },
});

const isTeamOwner = (actor: Actor, team: string) =>
  actor.teams.some((each) => each.token === team && each.role === 'owner');

/** Throws unless the actor is an organisation owner or an owner of the team. */
export function requireTeamManager(actor: Actor, team: Row<'teams'>): void {
  if (!isOwner(actor) && !isTeamOwner(actor, team.token)) throw forbidden();
}

async function readWorkspaces(db: Db, found: Row<'teams'>[]) {
  const { rows } = await sql<{ team_token: string; workspace_token: string }>`
    select w.team_token, w.workspace_token from team_workspaces w
    join teams t on t.token = w.team_token
    join workspaces s on s.token = w.workspace_token
    where w.team_token = any(${found.map((row) => row.token)})
    order by case when t.everyone then s.id else w.id end`.execute(db);
  return rows;
}
