import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { clusterProviderList, type CostScope, readScope } from '../../costs/query/index.js';
import type { AllocationRow } from './allocation-row.js';

/** The costs of all workspaces of an account: a bill may be in another workspace than the cluster. */
export async function readAccountScope(db: Db, accountToken: string): Promise<CostScope> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', accountToken)
    .execute();
  return readScope(
    db,
    workspaces.map(({ token }) => token),
  );
}

const id = sql`lower(resource_id)`;

interface Owner {
  node: string;
  account_id: string | null;
  region: string | null;
}

/** Adds the account and region of nodes, where the bill has them and the rows do not. */
export async function withNodeOwners(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  accountToken: string,
  rows: readonly AllocationRow[],
): Promise<AllocationRow[]> {
  const lacking = rows.filter((row) => row.accountId === undefined || row.region === undefined);
  const ids = [...new Set(lacking.flatMap((row) => row.nodeResourceId?.toLowerCase() ?? []))];
  if (ids.length === 0) return [...rows];
  const { loadIds } = await readAccountScope(db, accountToken);
  const searched = sql.bind('Array(String)', ids);
  const found = await selectRows<Owner>(
    costs.client,
    sql`SELECT if(${id} IN ${searched}, ${id}, splitByChar('/', ${id})[-1]) AS node,
       any(account_id) AS account_id, any(region) AS region
     FROM resources
     WHERE load_id IN ${sql.bind('Array(UInt32)', loadIds)} AND provider NOT IN ${clusterProviderList}
       AND node IN ${searched}
     GROUP BY node`,
  );
  const owners = new Map(found.map((owner) => [owner.node, owner]));
  return rows.map((row) => {
    const owner = owners.get(row.nodeResourceId?.toLowerCase() ?? '');
    if (!owner) return row;
    return {
      ...row,
      accountId: row.accountId ?? owner.account_id ?? undefined,
      region: row.region ?? owner.region ?? undefined,
    };
  });
}
