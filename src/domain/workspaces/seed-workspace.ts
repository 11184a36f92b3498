import { sql } from 'kysely';
import { newToken } from '../../platform/lib/tokens.js';
import type { Db } from '../../platform/store/tables.js';

/** Adds the initial objects of a workspace: edit access for Everyone, a report of all its costs and one of all its resources. */
export async function seedWorkspace(
  db: Db,
  workspace: { token: string; account_token: string; created_at: Date },
): Promise<void> {
  await sql`
    insert into team_workspaces (team_token, workspace_token, access)
    select token, ${workspace.token}, 'edit' from teams
    where account_token = ${workspace.account_token} and everyone`.execute(db);
  await db
    .insertInto('cost_reports')
    .values({
      token: newToken('rprt'),
      account_token: workspace.account_token,
      workspace_token: workspace.token,
      title: 'All Resources',
      created_at: workspace.created_at,
    })
    .execute();
  await db
    .insertInto('resource_reports')
    .values({
      token: newToken('prvdr_rsrc_rprt'),
      account_token: workspace.account_token,
      workspace_token: workspace.token,
      title: 'All Active Resources',
      created_at: workspace.created_at,
    })
    .execute();
}
