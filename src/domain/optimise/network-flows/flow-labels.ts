import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { readAccounts, readScope } from '../../costs/query/index.js';
import { isVisibleResource, readVisibleNames } from '../../costs/visibility/index.js';
import { type FlowGrouping, trafficPaths } from './flow-groupings.js';
import type { FlowRow } from './read-flows.js';

/** A value of a group, as it is shown. */
export interface FlowLabel {
  value: string | null;
  label: string | null;
  provider_resource_token: string | null;
}

/** Groupings whose values are resources, and what type these have; ARNs can be of any type. */
const resourceTypes: Partial<Record<FlowGrouping, string>> = {
  interface_id: 'aws_network_interface',
  peer_interface_id: 'aws_network_interface',
  subnet_id: 'aws_subnet',
  peer_subnet_id: 'aws_subnet',
  vpc_id: 'aws_vpc',
  peer_vpc_id: 'aws_vpc',
  instance_id: 'aws_instance',
  peer_instance_id: 'aws_instance',
};

const isResource = (grouping: FlowGrouping) =>
  grouping.endsWith('resource_uuid') || resourceTypes[grouping] !== undefined;
const isAccount = (grouping: FlowGrouping) => grouping.endsWith('account_id');

/** Reads the names of everything on a page with one query per kind, and returns how to name a value. */
export async function readFlowLabels(
  ctx: Context,
  workspace: string,
  groupings: readonly FlowGrouping[],
  rows: readonly FlowRow[],
): Promise<(grouping: FlowGrouping, value: string | null) => FlowLabel> {
  const valuesOf = (matches: (grouping: FlowGrouping) => boolean) => [
    ...new Set(
      groupings.flatMap((grouping, index) =>
        matches(grouping) ? rows.flatMap((row) => row.values[index] ?? []) : [],
      ),
    ),
  ];
  const resources = await readResources(ctx, workspace, valuesOf(isResource));
  const accounts = await readAccountTitles(ctx, workspace, valuesOf(isAccount));
  return (grouping, value) => {
    if (value === null) return { value, label: null, provider_resource_token: null };
    const resource = isResource(grouping) ? resources.get(value) : undefined;
    const name =
      resource?.label ??
      (isAccount(grouping) ? accounts.get(value) : undefined) ??
      (grouping === 'traffic_path' ? trafficPaths[value] : undefined);
    return { value, label: name ?? value, provider_resource_token: resource?.token ?? null };
  };
}

interface NamedResource {
  key: string;
  token: string;
  label: string | null;
}

/** Resources by ARN, or by the id that the ARN ends with. */
async function readResources(
  { db, services }: Context,
  workspace: string,
  values: readonly string[],
): Promise<Map<string, NamedResource>> {
  if (values.length === 0) return new Map();
  const visible = await readVisibleNames({ db, costs: services.costs }, workspace);
  const isVisible = isVisibleResource(visible);
  const types = [...new Set(Object.values(resourceTypes))];
  const { rows } = await sql<NamedResource>`
    select uuid as key, token, label from current_resources as resources
    where uuid = any(${[...values]}) and integration_token in (
      select integration_token from integration_workspaces where workspace_token = ${workspace})
      and ${isVisible}
    union all
    select substring(uuid from '[^/:]+$') as key, token, label from current_resources as resources
    where type = any(${types}) and substring(uuid from '[^/:]+$') = any(${[...values]})
      and integration_token in (
        select integration_token from integration_workspaces where workspace_token = ${workspace})
      and ${isVisible}
    order by token`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

async function readAccountTitles(
  { db, services }: Context,
  workspace: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const scope = await readScope(db, [workspace]);
  const accounts = await readAccounts(services.costs, scope, { provider: 'aws' });
  return new Map(accounts.map(({ account_id, title }) => [account_id, title]));
}
