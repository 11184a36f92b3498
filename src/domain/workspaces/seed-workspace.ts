import { sql } from 'kysely';
import { newToken } from '../../platform/lib/tokens.js';
import { defaultFlowReports } from './default-flow-reports.js';
import type { Db } from '../../platform/store/tables.js';

/** Adds the initial objects of a workspace: edit access for Everyone, and its default reports. */
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
    .insertInto('financial_commitment_reports')
    .values({
      token: newToken('fncl_cmnt_rprt'),
      account_token: workspace.account_token,
      workspace_token: workspace.token,
      title: 'All Financial Commitments',
      is_default: true,
      filter: "(financial_commitments.provider = 'aws')",
      created_at: workspace.created_at,
    })
    .execute();
  await db
    .insertInto('kubernetes_efficiency_reports')
    .values({
      token: newToken('kbnts_eff_rprt'),
      account_token: workspace.account_token,
      workspace_token: workspace.token,
      title: 'Cluster Idle Costs',
      is_default: true,
      created_at: workspace.created_at,
    })
    .execute();
  await db.insertInto('network_flow_reports').values(defaultFlowReports(workspace)).execute();
}
