import { createIntegration } from '../domain/intake/integrations/index.js';
import {
  type AllocationRow,
  type Usage,
  type NodeHour,
  priceNodeHour,
  storeAllocation,
} from '../domain/optimise/kubernetes/index.js';
import { readScope, scopeWithin } from '../domain/costs/query/index.js';
import type { Context } from '../platform/kernel/context.js';
import { addDays } from '../platform/lib/days.js';
import { Decimal } from '../platform/lib/decimal.js';
import { formatDate } from '../platform/lib/time.js';
import { selectRows } from '../platform/store/clickhouse/cost-store.js';
import { sql } from '../platform/store/sql.js';

/** The cluster that runs on instances of the AWS bill. */
const cluster = 'harbourline-prod';

/** Marks the integration of the cluster among those of the demo. */
export const clusterSetting = 'demo_cluster';

interface Workload {
  namespace: string;
  controller: string;
  kind: 'deployment' | 'statefulset' | 'daemonset';
  team: string;
  /** Shares of a node that a pod requests. */
  cpu: number;
  ram: number;
  /** Shares of the request that it uses. */
  cpuUse: number;
  ramUse: number;
}

const workloads: readonly Workload[] = [
  {
    namespace: 'checkout',
    controller: 'checkout-api',
    kind: 'deployment',
    team: 'storefront',
    cpu: 0.25,
    ram: 0.2,
    cpuUse: 0.22,
    ramUse: 0.55,
  },
  {
    namespace: 'checkout',
    controller: 'payment-gateway',
    kind: 'deployment',
    team: 'storefront',
    cpu: 0.15,
    ram: 0.1,
    cpuUse: 0.35,
    ramUse: 0.7,
  },
  {
    namespace: 'search',
    controller: 'search-index',
    kind: 'statefulset',
    team: 'discovery',
    cpu: 0.3,
    ram: 0.4,
    cpuUse: 0.75,
    ramUse: 0.9,
  },
  {
    namespace: 'search',
    controller: 'suggestions',
    kind: 'deployment',
    team: 'discovery',
    cpu: 0.1,
    ram: 0.08,
    cpuUse: 0.5,
    ramUse: 0.6,
  },
  {
    namespace: 'recommendations',
    controller: 'feature-store',
    kind: 'statefulset',
    team: 'data',
    cpu: 0.2,
    ram: 0.35,
    cpuUse: 0.12,
    ramUse: 0.3,
  },
  {
    namespace: 'recommendations',
    controller: 'ranker',
    kind: 'deployment',
    team: 'data',
    cpu: 0.2,
    ram: 0.15,
    cpuUse: 0.4,
    ramUse: 0.5,
  },
  {
    namespace: 'observability',
    controller: 'log-collector',
    kind: 'daemonset',
    team: 'platform',
    cpu: 0.05,
    ram: 0.05,
    cpuUse: 0.6,
    ramUse: 0.8,
  },
  {
    namespace: 'kube-system',
    controller: 'coredns',
    kind: 'deployment',
    team: 'platform',
    cpu: 0.03,
    ram: 0.02,
    cpuUse: 0.1,
    ramUse: 0.3,
  },
];

const maxNodes = 6;
const podsPerNode = 4;

/** Builds the usage of the cluster up to yesterday; a second run adds only what is new. */
export async function ensureCluster(ctx: Context, scale: number): Promise<void> {
  const { services, now } = ctx;
  const token = await ensureIntegration(ctx);
  const integration = await ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const end = addDays(formatDate(now), -1);
  const days = scale < 1 ? 3 : 30;
  const nodes = await readNodes(ctx, { start: addDays(end, 1 - days), end });
  const rows = nodes.flatMap((node) => rowsOf(node));
  await storeAllocation({ services, integration }, { name: 'allocation', rows });
}

async function ensureIntegration(ctx: Context): Promise<string> {
  const existing = await ctx.db
    .selectFrom('integrations')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('provider', '=', 'kubernetes')
    .executeTakeFirst();
  if (existing) return existing.token;
  const { token } = await createIntegration(ctx, {
    provider: 'kubernetes',
    account_identifier: cluster,
    name: cluster,
    status: 'connected',
    settings: { [clusterSetting]: true },
    workspaces: [ctx.actor.accountWorkspaces[0]!],
  });
  return token;
}

interface NodeDay {
  node: string;
  day: string;
  hours: string;
  amount: string;
  list_amount: string;
  account_id: string | null;
  region: string | null;
}

/** The first instances of the bill on each day, so that a later run does not change the past. */
async function readNodes(
  { db, services, actor }: Context,
  range: { start: string; end: string },
): Promise<NodeDay[]> {
  const scope = scopeWithin(await readScope(db, [actor.accountWorkspaces[0]!]), range);
  return selectRows<NodeDay>(
    services.costs.client,
    sql`SELECT assumeNotNull(resource_id) AS node, usage_date AS day, sum(usage_amount) AS hours,
       sum(effective_cost) AS amount, sum(ifNull(list_cost, effective_cost)) AS list_amount,
       any(account_id) AS account_id, any(region) AS region
     FROM lines
     WHERE load_id IN ${sql.bind('Array(UInt32)', scope.loadIds)}
       AND provider = 'aws' AND charge_group = 'usage'
       AND startsWith(ifNull(resource_id, ''), 'i-') AND usage_unit = 'Hours'
       AND usage_date BETWEEN ${sql.bind('Date', range.start)} AND ${sql.bind('Date', range.end)}
     GROUP BY node, day HAVING hours > 0 ORDER BY day, node LIMIT ${maxNodes} BY day`,
  );
}

const coresPerPrice = 0.0408;

function rowsOf(of: NodeDay): AllocationRow[] {
  const { node, day } = of;
  const position = parseInt(node.slice(-2), 16);
  const hours = new Decimal(of.hours);
  const price = Number(of.list_amount) / Number(of.hours);
  const cores = 2 ** Math.max(1, Math.round(Math.log2(price / coresPerPrice)));
  const start = new Date(`${day}T00:00:00Z`);
  const origin = { cluster, node: `ip-10-0-${position}-17.ec2.internal`, nodeResourceId: node };
  const hour: NodeHour = {
    node: origin,
    start,
    hours,
    capacity: { cpu: new Decimal(cores), ram: new Decimal(cores * 4), gpu: new Decimal(0) },
    pods: workloadsOn(position).map((workload) => ({
      owner: {
        ...origin,
        namespace: workload.namespace,
        pod: `${workload.controller}-${node.slice(-5)}`,
        container: workload.controller,
        controller: workload.controller,
        controllerKind: workload.kind,
        labels: { app: workload.controller, team: workload.team },
      },
      usage: usageOf(workload, cores, hours, start.getUTCDay()),
    })),
  };
  const rows = priceNodeHour(hour, {
    amount: new Decimal(of.amount),
    listAmount: new Decimal(of.list_amount),
    currency: 'USD',
    accountId: of.account_id ?? undefined,
    region: of.region ?? undefined,
  });
  // Without the capacity, the job that prices hours again leaves these days alone.
  const end = new Date(`${addDays(day, 1)}T00:00:00Z`);
  return rows.map((row) => ({ ...row, end, capacity: undefined }));
}

const workloadsOn = (position: number) =>
  workloads.filter((_, index) => (index + position * 3) % workloads.length < podsPerNode);

/** Fewer people buy at weekends, while the requests stay. */
function usageOf(workload: Workload, cores: number, hours: Decimal, weekday: number) {
  const busy = weekday === 0 || weekday === 6 ? 0.6 : 1;
  const usage = (capacity: number, share: number, use: number): Usage => {
    const requested = hours.times(capacity).times(share);
    return { requested, used: requested.times(use) };
  };
  return {
    cpu: usage(cores, workload.cpu, workload.cpuUse * busy),
    ram: usage(cores * 4, workload.ram, workload.ramUse),
    gpu: { requested: new Decimal(0), used: new Decimal(0) },
  };
}
