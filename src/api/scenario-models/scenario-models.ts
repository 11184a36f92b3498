import { z } from 'zod';
import { scenarioModels } from '../../domain/reports/scenario-models/index.js';
import { mayCreate } from '../../platform/auth/access.js';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import {
  clearableToken,
  openApiSchemas,
  emptyValueRules,
  title,
  token,
} from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { usersOnly } from '../../platform/kernel/users-only.js';
import { UnknownReference, forbidden, unprocessable } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { periodsBody } from './periods.js';

const int32 = 2_147_483_647;

const fields = {
  title: title(),
  priority: z
    .int()
    .min(-int32 - 1)
    .max(int32)
    .nullable()
    .register(emptyValueRules, { null: 'clears' })
    .register(openApiSchemas, { type: 'integer', format: 'int32' })
    .optional(),
  provider: clearableToken().optional(),
  service: clearableToken().optional(),
  workspace_token: token().optional(),
  periods: periodsBody.optional(),
};

const modelResource = resource(scenarioModels, {
  one: 'scenario_model',
  many: 'scenario_models',
  tag: 'ScenarioModels',
  create: z.object(fields),
  update: z.object(fields).partial(),
  errors: { create: [403, 422], update: [403, 404, 422], delete: [403, 404] },
  updatedAtKeys: ['title', 'priority', 'periods'],
  columns: (body, ctx, current) => {
    requirePermission(ctx, current);
    requireWorkspace(ctx, body.workspace_token);
    checkScope(body, current);
    return {
      ...pick(body, ['title', 'priority', 'provider', 'service', 'workspace_token']),
      ...(body.periods && {
        periods: JSON.stringify(
          body.periods.map((period) => ({ ...period, end_at: period.end_at ?? null })),
        ),
      }),
    };
  },
  beforeDelete: (row, ctx) => requirePermission(ctx, row),
});

export const scenarioModelOperations = usersOnly(modelResource.operations);

/** Changing a model of a workspace requires permission to create models there. */
function requirePermission(ctx: Context, current: Row<'scenario_models'> | undefined): void {
  if (current?.workspace_token && !mayCreate(ctx.actor, current.workspace_token)) throw forbidden();
}

function requireWorkspace(ctx: Context, workspace: string | undefined): void {
  if (workspace === undefined) return;
  if (!reachableWorkspaces(ctx.actor).includes(workspace)) {
    throw new UnknownReference('Workspace', 'workspace_token', workspace);
  }
  if (!mayCreate(ctx.actor, workspace)) throw forbidden();
}

interface ScopeFields {
  provider?: string | null;
  service?: string | null;
  workspace_token?: string | null;
}

/** A provider belongs to a workspace, and a service to a provider. */
function checkScope(body: ScopeFields, current: ScopeFields | undefined): void {
  const isScoped = body.provider !== undefined || body.service !== undefined;
  const after = { ...current, ...body };
  if (isScoped && !after.workspace_token) {
    throw unprocessable('provider and service require a workspace_token');
  }
  if (after.service && !after.provider) throw unprocessable('service requires a provider');
}
