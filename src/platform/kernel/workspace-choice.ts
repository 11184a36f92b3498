import { mayCreate } from '../auth/access.js';
import { reachableWorkspaces } from '../auth/actor.js';
import type { Context } from './context.js';
import { ShapeFailure, badRequest, forbidden } from '../lib/errors.js';

/**
 * The workspace of a new object: the one that the body names, else the only one the caller can reach.
 *
 * @example
 * chooseWorkspace(ctx, body.workspace_token); // 400 "workspace_token is missing" with several
 */
export function chooseWorkspace(ctx: Context, named: string | undefined): string {
  const reachable = reachableWorkspaces(ctx.actor);
  const workspace = named ?? (reachable.length === 1 ? reachable[0] : undefined);
  if (workspace === undefined) throw new ShapeFailure(['workspace_token is missing']);
  if (!reachable.includes(workspace)) throw badRequest(`Workspace not found: ${workspace}`);
  if (!mayCreate(ctx.actor, workspace)) throw forbidden();
  return workspace;
}

/**
 * The workspace that a query is about: the one named, else the only one the caller can reach. Undefined
 * when the named one is unknown or not reachable.
 *
 * @example
 * const workspace = requestedWorkspace(ctx, query.workspace_token);
 * if (workspace === undefined) throw notFound('Workspace');
 */
export function requestedWorkspace(ctx: Context, named: string | undefined): string | undefined {
  const reachable = reachableWorkspaces(ctx.actor);
  if (named !== undefined) return reachable.find((workspace) => workspace === named);
  if (reachable.length > 1) throw new ShapeFailure(['workspace_token is missing']);
  return reachable[0];
}
