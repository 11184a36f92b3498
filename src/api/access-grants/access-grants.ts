import { z } from 'zod';
import { accessGrants } from '../../domain/sharing/access-grants/index.js';
import { cannotCarryGrants, kindOfToken } from '../../domain/sharing/kinds/index.js';
import { teams } from '../../domain/people/users/index.js';
import { mayManageAccess } from '../../platform/auth/access.js';
import type { Context } from '../../platform/kernel/context.js';
import { ApiError, UnknownReference, forbidden } from '../../platform/lib/errors.js';
import { choice } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';

const access = choice(['denied', 'allowed']);

export const accessGrantResource = resource(accessGrants, {
  one: 'access_grant',
  many: 'access_grants',
  tag: 'AccessGrants',
  create: z.object({
    resource_token: z.string(),
    team_token: z.string(),
    access: access.optional(),
  }),
  update: z.object({ access }),
  errors: { create: [400, 403, 404, 406, 422] },
  duplicates: {
    access_grants_team_token_resource_token_key:
      'Access grant already exists for this team and resource',
  },
  columns: async (body, ctx, current) => {
    if (current) {
      await requireManageAccess(ctx, current);
      return { access: body.access };
    }
    await requireGrantable(ctx, body.resource_token);
    if (!(await teams.rows.find(ctx, body.team_token))) {
      throw new UnknownReference('Team', 'team_token', body.team_token);
    }
    return { ...body, access: body.access ?? 'allowed' };
  },
  beforeDelete: (row, ctx) => requireManageAccess(ctx, row),
});

async function requireGrantable(ctx: Context, token: string): Promise<void> {
  if (cannotCarryGrants(token)) {
    throw new ApiError(406, ['Objects of this kind cannot have access grants']);
  }
  const object = await kindOfToken(token)?.findTarget(ctx, token);
  if (!object) throw new UnknownReference('Resource', 'resource_token', token);
  if (!mayManageAccess(ctx.actor, object)) throw forbidden();
}

async function requireManageAccess(ctx: Context, grant: Row<'access_grants'>): Promise<void> {
  const object = await kindOfToken(grant.resource_token)?.findTarget(ctx, grant.resource_token);
  if (!object || !mayManageAccess(ctx.actor, object)) throw forbidden();
}
