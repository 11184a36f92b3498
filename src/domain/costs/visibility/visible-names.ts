import { type CostStore, selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { hasRebilledCosts, readScope } from '../query/index.js';

interface Stores {
  db: Db;
  costs: CostStore;
}

/**
 * What the costs of a workspace name. Billing rules choose the costs of a managed account from a bill that it
 * may share with others, so it sees of everything derived from the bill only what its own costs name.
 */
export interface VisibleNames {
  /** The managed account; of its own integrations it sees everything. */
  account: string;
  /** Identifiers of resources as the bill has them, in lower case. */
  resources: string[];
  commitments: string[];
}

/** Reads what a workspace sees of delegated bills; undefined where no rule chooses, so that it sees all of them. */
export async function readVisibleNames(
  { db, costs }: Stores,
  workspace: string,
): Promise<VisibleNames | undefined> {
  const chosen = await readChosenLoads(db, workspace);
  if (!chosen) return undefined;
  const { account, ofLoads } = chosen;
  const read = async (statement: Sql) =>
    (await selectCachedRows<{ name: string }>(costs, statement)).map(({ name }) => name);
  return {
    account,
    resources: [...(await read(namedResources(ofLoads))), ...(await read(namedWorkloads(ofLoads)))],
    commitments: await read(sql`SELECT DISTINCT assumeNotNull(commitment_id) AS name
      FROM lines WHERE ${ofLoads} AND ifNull(commitment_id, '') != ''`),
  };
}

interface ChosenLoads {
  account: string;
  /** SQL that is true for what rules have made for the workspace. */
  ofLoads: Sql;
}

/** The loads that rules have made for a workspace; undefined where no rule chooses its costs. */
export async function readChosenLoads(db: Db, workspace: string): Promise<ChosenLoads | undefined> {
  if (!(await hasRebilledCosts(db, workspace))) return undefined;
  const { account_token: account } = await db
    .selectFrom('workspaces')
    .select('account_token')
    .where('token', '=', workspace)
    .executeTakeFirstOrThrow();
  const { loadIds } = await readScope(db, [workspace]);
  return { account, ofLoads: sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}` };
}

/** Statement of the workloads of clusters, as resources are called: `prod/web/deployment/api`. */
const namedWorkloads = (ofLoads: Sql): Sql =>
  sql`SELECT DISTINCT lower(concat(
      toString(cluster_id), '/', namespace, '/', ifNull(controller_kind, ''), '/', ifNull(controller, '')
    )) AS name
    FROM kubernetes_allocation WHERE ${ofLoads} AND controller IS NOT NULL`;

/** Statement of the resources that loads name, in lower case. */
export const namedResources = (ofLoads: Sql): Sql =>
  sql`SELECT DISTINCT lower(assumeNotNull(resource_id)) AS name
    FROM resource_costs WHERE ${ofLoads} AND ifNull(resource_id, '') != ''`;
