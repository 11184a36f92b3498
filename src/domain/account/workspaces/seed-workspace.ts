import { sql } from 'kysely';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db } from '../../../platform/store/tables.js';
import { defaultFlowReports } from './default-flow-reports.js';

/** Adds the initial objects of a workspace: edit access for Everyone, and its default reports. */
export async function seedWorkspace(
  db: Db,
  workspace: { token: string; account_token: string; created_at: Date },
): Promise<void> {
  await sql`
    insert into team_workspaces (team_token, workspace_token, access)
    select token, ${workspace.token}, 'edit' from teams
    where account_token = ${workspace.account_token} and everyone`.execute(db);
  const report = (prefix: string, title: string) => ({
    token: newToken(prefix),
    account_token: workspace.account_token,
    workspace_token: workspace.token,
    title,
    created_at: workspace.created_at,
  });
  await db.insertInto('cost_reports').values(report('rprt', 'All Resources')).execute();
  await db
    .insertInto('resource_reports')
    .values(report('prvdr_rsrc_rprt', 'All Active Resources'))
    .execute();
  await db
    .insertInto('financial_commitment_reports')
    .values({
      ...report('fncl_cmnt_rprt', 'All Financial Commitments'),
      is_default: true,
      filter: "(financial_commitments.provider = 'aws')",
    })
    .execute();
  await db
    .insertInto('kubernetes_efficiency_reports')
    .values({ ...report('kbnts_eff_rprt', 'Cluster Idle Costs'), is_default: true })
    .execute();
  await db.insertInto('network_flow_reports').values(defaultFlowReports(workspace)).execute();
}
