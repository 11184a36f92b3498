import { mayCreate } from '../auth/access.js';
import { reachableWorkspaces } from '../auth/actor.js';
import type { Context } from './context.js';
import { ShapeFailure, badRequest, forbidden } from '../lib/errors.js';

/** The workspace of a new object: the one named, else the only one the caller reaches. */
export function chooseWorkspace(ctx: Context, named: string | undefined): string {
  const reachable = reachableWorkspaces(ctx.actor);
  const workspace = named ?? (reachable.length === 1 ? reachable[0] : undefined);
  if (workspace === undefined) throw new ShapeFailure(['workspace_token is missing']);
  if (!reachable.includes(workspace)) throw badRequest(`Workspace not found: ${workspace}`);
  if (!mayCreate(ctx.actor, workspace)) throw forbidden();
  return workspace;
}

/**
 * The workspace that a question is about: the one named, else the only one the caller reaches.
 * Undefined when the named one is unknown or out of reach.
 */
export function requestedWorkspace(ctx: Context, named: string | undefined): string | undefined {
  const reachable = reachableWorkspaces(ctx.actor);
  if (named !== undefined) return reachable.find((workspace) => workspace === named);
  if (reachable.length > 1) throw new ShapeFailure(['workspace_token is missing']);
  return reachable[0];
}
