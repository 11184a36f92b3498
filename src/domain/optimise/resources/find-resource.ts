import { sql } from 'kysely';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound } from '../../../platform/lib/errors.js';
import { isVisibleResource, readVisibleNames } from '../../costs/visibility/index.js';

/** A resource that the caller can see, and a workspace that it is in. */
export interface VisibleResource {
  row: Row<'resources'>;
  workspace: string;
}

/** Loads a resource by its token, else by its identifier at the provider; 404 if the caller cannot see it. */
export async function findResource(ctx: Context, tokenOrUuid: string): Promise<VisibleResource> {
  // PostgreSQL rejects NUL in text.
  if (tokenOrUuid.includes('\0')) throw notFound('Resource');
  const { rows } = await sql<Row<'resources'> & { workspace: string }>`
    select r.*, w.workspace_token as workspace from current_resources r
    join integration_workspaces w on w.integration_token = r.integration_token
      and w.workspace_token = any(${reachableWorkspaces(ctx.actor)})
    where r.token = ${tokenOrUuid} or r.uuid = ${tokenOrUuid}
    order by (r.token = ${tokenOrUuid}) desc, r.in_inventory desc, r.id, w.id`.execute(ctx.db);
  for (const { workspace, ...row } of rows) {
    if (await isVisible(ctx, row, workspace)) return { row, workspace };
  }
  throw notFound('Resource');
}

/** Whether the costs of a workspace name a resource, where billing rules choose these. */
async function isVisible(ctx: Context, { token }: Row<'resources'>, workspace: string) {
  const visible = await readVisibleNames({ db: ctx.db, costs: ctx.services.costs }, workspace);
  const { rows } = await sql`select 1 from current_resources as resources
    where token = ${token} and ${isVisibleResource(visible)}`.execute(ctx.db);
  return rows.length > 0;
}
