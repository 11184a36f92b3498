import type { Insertable } from 'kysely';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Tables } from '../../../platform/store/tables.js';

const category = (name: string) => `network_flow_logs.traffic_category = '${name}'`;

/** The reports that every workspace starts with; a migration added them to older workspaces. */
export function defaultFlowReports(workspace: {
  token: string;
  account_token: string;
  created_at: Date;
}): Insertable<Tables['network_flow_reports']>[] {
  const report = (
    title: string,
    groupings: string,
    filter: string | null,
    isDefault = false,
  ): Insertable<Tables['network_flow_reports']> => ({
    token: newToken('ntflw_lg_rprt'),
    account_token: workspace.account_token,
    workspace_token: workspace.token,
    title,
    is_default: isDefault,
    filter,
    groupings,
    created_at: workspace.created_at,
  });
  return [
    report(
      'All Network Flow Logs',
      'resource_uuid,traffic_category,peer_resource_uuid',
      null,
      true,
    ),
    report(
      'Cross-AZ Traffic',
      'resource_uuid,az_id,peer_az_id,peer_resource_uuid',
      category('cross_az'),
    ),
    report('Public Traffic Destinations', 'resource_uuid,dsthostname,dstaddr', category('public')),
  ];
}
