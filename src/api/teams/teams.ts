import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { requireDashboard } from '../../domain/reports/dashboards/index.js';
import {
  replaceMembers,
  resolveMembers,
  requireTeamManager,
  teams,
} from '../../domain/people/users/index.js';
import { mayCreate } from '../../platform/auth/access.js';
import { isOwner, reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, clearableToken, text, title, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { UnknownReference, forbidden, unprocessable } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import type { Db } from '../../platform/store/tables.js';

const fields = {
  name: title(),
  description: text().optional(),
  workspace_tokens: tokens().optional().describe('Workspaces that the team can edit.'),
  user_tokens: tokens().optional(),
  user_emails: tokens().optional(),
  role: choice(['owner', 'editor', 'viewer'])
    .optional()
    .describe('Role of the users in this request.'),
  default_dashboard_token: clearableToken().optional(),
};

export const teamResource = resource(teams, {
  one: 'team',
  many: 'teams',
  tag: 'Teams',
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'name',
  filters: z.object({
    workspace_token: z.string().optional().describe('Teams with access to this workspace.'),
  }),
  where: (query, ctx) => {
    const workspace = query['workspace_token'] as string | undefined;
    if (workspace === undefined) return [];
    return [
      sql<SqlBool>`${reachableWorkspaces(ctx.actor).includes(workspace)} and exists (
        select 1 from team_workspaces w where w.team_token = teams.token and w.workspace_token = ${workspace})`,
    ];
  },
  errors: {
    create: [400, 403, 404, 422],
    update: [400, 403, 404, 422],
    delete: [400, 403, 404, 422],
  },
  columns: async (body, ctx, current) => {
    if (current) requireTeamManager(ctx.actor, current);
    else if (!isOwner(ctx.actor)) throw forbidden();
    requireValidName(body.name, current);
    await requireWorkspaces(body.workspace_tokens, ctx, current);
    await requireDashboard(ctx, body.default_dashboard_token);
    return pick(body, ['name', 'description', 'default_dashboard_token']);
  },
  afterSave: async (row, body, ctx) => {
    if (body.workspace_tokens) await replaceWorkspaces(ctx.db, row, body.workspace_tokens);
    const members = await resolveMembers(ctx, row, body);
    if (members) await replaceMembers(ctx.db, row, members, body.role);
    return false;
  },
  beforeDelete: (row, ctx) => {
    if (!isOwner(ctx.actor)) throw forbidden();
    if (row.everyone) throw unprocessable('The team Everyone cannot be deleted');
  },
});

function requireValidName(name: string | undefined, current: Row<'teams'> | undefined): void {
  if (name === undefined || name === current?.name) return;
  if (current?.everyone) throw unprocessable('The team Everyone cannot be renamed');
  if (name.trim() === 'Everyone') throw unprocessable('name Everyone is reserved');
}

/** A team can edit its workspaces, so only those who can edit a workspace may add it to one. */
async function requireWorkspaces(
  requested: string[] | undefined,
  { actor, db }: Context,
  current: Row<'teams'> | undefined,
): Promise<void> {
  if (!requested) return;
  const reachable = reachableWorkspaces(actor);
  const unknown = requested.find((workspace) => !reachable.includes(workspace));
  if (unknown !== undefined) throw new UnknownReference('Workspace', 'workspace_tokens', unknown);
  const assigned = await db
    .selectFrom('team_workspaces')
    .select('workspace_token')
    .where('team_token', '=', current?.token ?? '')
    .execute();
  const present = new Set(assigned.map(({ workspace_token }) => workspace_token));
  if (!requested.every((workspace) => present.has(workspace) || mayCreate(actor, workspace))) {
    throw forbidden('You cannot give a team a workspace that you cannot edit');
  }
}

async function replaceWorkspaces(db: Db, team: Row<'teams'>, workspaces: string[]): Promise<void> {
  await replaceLinks(db, 'team_workspaces', {
    owner: { team_token: team.token },
    column: 'workspace_token',
    tokens: workspaces,
    more: { access: 'edit' },
  });
}
