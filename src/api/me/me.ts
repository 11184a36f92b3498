import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { clearableToken } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { setDefaultDashboard, users } from '../../domain/people/users/index.js';
import { Workspace, workspaces } from '../../domain/account/workspaces/index.js';

const BearerToken = z
  .object({
    description: z.string(),
    created_at: z.string(),
    scope: z.array(z.string()),
    id: z
      .int()
      .describe('Numeric id of the credential, as used by the user filter of the audit log.'),
  })
  .meta({ id: 'BearerToken' });

const Me = z
  .object({
    default_workspace_token: z.string().nullable(),
    default_dashboard_token: z.string().nullable(),
    workspaces: z.array(Workspace),
    bearer_token: BearerToken,
  })
  .meta({ id: 'Me' });

const getMe = operation({
  id: 'getMe',
  tag: 'Me',
  method: 'GET',
  path: '/v2/me',
  summary: 'Get the current user or service, its workspaces and its credential',
  status: 200,
  errors: [],
  response: Me,
  run: async (_input, ctx) => describeActor(ctx, ctx.actor.defaultDashboardToken),
});

const updateMe = operation({
  id: 'updateMe',
  tag: 'Me',
  method: 'PUT',
  path: '/v2/me',
  summary: 'Set your default dashboard',
  body: z.object({ default_dashboard_token: clearableToken().optional() }).meta({ id: 'updateMe' }),
  status: 200,
  errors: [422],
  response: Me,
  run: async ({ body }, ctx) => {
    if (ctx.actor.kind !== 'user') {
      throw unprocessable('This operation needs a personal access token');
    }
    const user = await users.rows.loadForUpdate(ctx, ctx.actor.token);
    const changed = await setDefaultDashboard(ctx, user, body.default_dashboard_token);
    return describeActor(ctx, changed.default_dashboard_token);
  },
});

export const me = [getMe, updateMe];

async function describeActor(
  ctx: Context,
  defaultDashboard: string | null,
): Promise<z.input<typeof Me>> {
  const { actor } = ctx;
  const reachable = reachableWorkspaces(actor);
  const chosen = actor.defaultWorkspaceToken;
  const rows = await ctx.db
    .selectFrom('workspaces')
    .selectAll()
    .where('token', 'in', reachable.length > 0 ? reachable : [''])
    .orderBy('id')
    .execute();
  return {
    default_workspace_token: chosen && reachable.includes(chosen) ? chosen : (reachable[0] ?? null),
    default_dashboard_token: defaultDashboard,
    workspaces: await workspaces.serializeRows(rows, ctx),
    bearer_token: {
      description: actor.credential?.description ?? 'Console session',
      created_at: formatTimestamp(actor.credential?.createdAt ?? ctx.now),
      scope: actor.scopes,
      id: actor.credential?.id ?? 0,
    },
  };
}
