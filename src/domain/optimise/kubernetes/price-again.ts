import { sql } from 'kysely';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql as clickhouse } from '../../../platform/store/sql.js';
import { idleNamespace } from './allocation-row.js';
import { priceFromBill } from './price-from-bill.js';
import type { PricedCategory } from './price-node-hour.js';
import type { NodeHour, PodUsage } from './price-usage.js';
import { openShiftSet, storeAllocation } from './store-allocation.js';
import type { ClusterContext } from './usage-file.js';

type Load = Pick<Row<'loads'>, 'load_id' | 'partition'>;

/** Loads of a cluster that are priced from bills, with days for which a bill was imported after them. */
export async function findOutdatedLoads(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  { token, account_token: account }: Row<'integrations'>,
): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select l.load_id, l.partition from loads l
    where l.integration_token = ${token} and l.status = 'active' and l.managed_account_token is null and l.format = 'kubernetes'
      and exists (select 1 from loads b
        where (b.managed_account_token = ${account} or b.managed_account_token is null and b.integration_token in (
            select w.integration_token from integration_workspaces w join workspaces s on s.token = w.workspace_token
            where s.account_token = ${account}))
          and b.status = 'active' and b.format <> 'kubernetes'
          and b.finished_at > l.started_at and b.first_date <= l.last_date and b.last_date >= l.first_date)
    order by l.load_id`.execute(db);
  if (rows.length === 0) return [];
  const loads = clickhouse.bind(
    'Array(UInt32)',
    rows.map(({ load_id: id }) => id),
  );
  const priced = await selectRows<{ id: number }>(
    costs.client,
    clickhouse`SELECT DISTINCT load_id AS id FROM kubernetes_allocation
     WHERE load_id IN ${loads} AND capacity IS NOT NULL`,
  );
  const ids = new Set(priced.map(({ id }) => id));
  return rows.filter(({ load_id: id }) => ids.has(id));
}

/** Prices the usage of a load again, from the bills as they are now. */
export async function priceAgain(ctx: ClusterContext, load: Load): Promise<void> {
  const set = load.partition.split('/')[1] ?? '';
  const hours = await readNodeHours(ctx, load.load_id);
  const fallback = set === openShiftSet ? 'wait' : 'base_rates';
  const { rows } = await priceFromBill(ctx, hours, fallback);
  await storeAllocation(ctx, { name: `price of ${load.partition}`, set, rows, always: true });
}

interface StoredRow {
  cluster: string;
  start: string;
  namespace: string;
  pod: string | null;
  container: string | null;
  controller: string | null;
  controller_kind: string | null;
  node: string | null;
  node_resource_id: string | null;
  labels: Record<string, string>;
  category: PricedCategory;
  requested: string | null;
  used: string | null;
  capacity: string | null;
}

const zero = new Decimal(0);
const bytesPerGib = new Decimal(2 ** 30);

/** The usage of a load by node and hour, as it was before it was priced. */
async function readNodeHours({ services }: ClusterContext, loadId: number): Promise<NodeHour[]> {
  const rows = await selectRows<StoredRow>(
    services.costs.bulk,
    clickhouse`SELECT cluster_id AS cluster, window_start AS start, namespace, pod, container,
       controller, controller_kind, node, node_resource_id, labels, category, requested, used, capacity
     FROM kubernetes_allocation
     WHERE load_id = ${clickhouse.bind('UInt32', loadId)} AND category IN ('cpu', 'ram', 'gpu')
     ORDER BY start, node_resource_id, namespace, pod, container`,
  );
  const hours = new Map<string, NodeHour>();
  const keyOf = (row: StoredRow) => `${row.start} ${row.node_resource_id ?? row.node ?? ''}`;
  for (const row of rows) {
    if (row.namespace !== idleNamespace || row.capacity === null) continue;
    const hour = hours.get(keyOf(row)) ?? {
      node: ownerOf(row),
      start: new Date(row.start),
      hours: new Decimal(1),
      capacity: { cpu: zero, ram: zero, gpu: zero },
      pods: [],
    };
    const capacity = { ...hour.capacity, [row.category]: units(row, row.capacity) };
    hours.set(keyOf(row), { ...hour, capacity });
  }
  const pods = new Map<string, PodUsage>();
  for (const row of rows) {
    const hour = hours.get(keyOf(row));
    if (!hour || row.namespace === idleNamespace) continue;
    const key = JSON.stringify([keyOf(row), row.namespace, row.pod, row.container]);
    const nothing = { requested: zero, used: zero };
    const pod = pods.get(key) ?? {
      owner: ownerOf(row),
      usage: { cpu: nothing, ram: nothing, gpu: nothing },
    };
    if (!pods.has(key)) {
      pods.set(key, pod);
      hour.pods.push(pod);
    }
    const usage = {
      requested: units(row, row.requested ?? '0'),
      used: row.used === null ? undefined : units(row, row.used),
    };
    Object.assign(pod.usage, { [row.category]: usage });
  }
  return [...hours.values()];
}

const units = ({ category }: StoredRow, value: string) =>
  category === 'ram' ? new Decimal(value).div(bytesPerGib) : new Decimal(value);

const ownerOf = (row: StoredRow) => ({
  cluster: row.cluster,
  namespace: row.namespace,
  pod: row.pod ?? undefined,
  container: row.container ?? undefined,
  controller: row.controller ?? undefined,
  controllerKind: row.controller_kind ?? undefined,
  node: row.node ?? undefined,
  nodeResourceId: row.node_resource_id ?? undefined,
  labels: row.labels,
});
