import { Decimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { idleNamespace } from '../kubernetes/index.js';
import type { CostWindow } from './cost-window.js';
import type { BilledCost, BilledResource } from './read-billed-resources.js';

interface WorkloadKey {
  cluster: string;
  namespace: string;
  kind: string;
  controller: string;
}

interface ContainerRow extends WorkloadKey {
  container: string;
  region: string | null;
  account_id: string | null;
  labels: Record<string, string>;
  /** Pods per hour of the last day. */
  replicas: number;
  cpu_request: number | null;
  ram_request: number | null;
  /** Of the request, over all pods and hours. */
  cpu_used: number | null;
  ram_used: number | null;
  hours: number;
  days: string[];
  amount: string;
  idle: string;
}

type CostRow = WorkloadKey & BilledCost;

/** Loads of clusters, and the days of them that are read. */
type WorkloadDays = Pick<CostWindow, 'loadIds' | 'start' | 'end'>;

const identifierOf = ({ cluster, namespace, kind, controller }: WorkloadKey): string =>
  `${cluster}/${namespace}/${kind}/${controller}`;

/** The workloads of the clusters of an integration: what runs their pods, as `prod/web/deployment/api`. */
export async function readWorkloads(
  store: CostStore,
  window: CostWindow,
): Promise<BilledResource[]> {
  const containers = await selectRows<ContainerRow>(store.client, containersStatement(window));
  const costs = await readWorkloadCosts(store, window);
  return [...groupBy(containers, identifierOf)].map(([id, own]) =>
    workloadOf(id, own, costs.get(id) ?? []),
  );
}

/** The costs of workloads by category: the parts of the costs of nodes that their pods have. */
export async function readWorkloadCosts(
  store: CostStore,
  window: WorkloadDays,
): Promise<Map<string, BilledCost[]>> {
  const rows = await selectRows<CostRow>(store.client, costsStatement(window));
  return groupBy(rows, identifierOf);
}

function workloadOf(
  uuid: string,
  containers: readonly ContainerRow[],
  costs: BilledCost[],
): BilledResource {
  const [first] = containers as [ContainerRow, ...ContainerRow[]];
  const days = [...new Set(containers.flatMap((row) => row.days))].toSorted();
  return {
    resource_id: uuid,
    provider: 'kubernetes',
    provider_account_id: null,
    account_id: first.account_id,
    service: first.cluster,
    // No cost line has its identifier: costs of clusters repeat those of their nodes.
    services: [],
    service_code: null,
    region: first.region,
    resource_name: first.controller,
    resource_type: 'kubernetes_workload',
    instance_type: null,
    zone: null,
    metadata: {
      cluster_id: first.cluster,
      namespace: first.namespace,
      controller_name: first.controller,
      controller_type: first.kind,
      replicas: Math.max(...containers.map((row) => Math.round(row.replicas))),
      cost_efficiency: efficiencyOf(containers),
      containers: containers.flatMap((row) => containerOf(row)),
    },
    tags: first.labels,
    costs: costs.map(({ category, currency, amount }) => ({ category, currency, amount })),
    cost_days: days.length,
    last_cost_date: days.at(-1)!,
  };
}

/** Per cent of the cost that is used, to one place; null without a cost. */
function efficiencyOf(containers: readonly ContainerRow[]): number | null {
  const sum = (values: string[]) =>
    values.reduce((total, value) => total.plus(value), new Decimal(0));
  const amount = sum(containers.map((row) => row.amount));
  if (amount.isZero()) return null;
  const used = amount.minus(sum(containers.map((row) => row.idle)));
  return used.div(amount).times(100).toDecimalPlaces(1).toNumber();
}

const mib = 2 ** 20;
/** Jobs run for parts of hours, from which their requests do not follow. */
const shortLived = new Set(['job', 'cronjob']);

/** A container with its requests as of its last day and its average use; undefined values are not known. */
function containerOf(row: ContainerRow) {
  if (row.container === '') return [];
  const known = (value: number | null) => (shortLived.has(row.kind) ? null : value);
  const request = (value: number | null, unit: number) =>
    value === null ? null : rounded(new Decimal(value).times(unit));
  const average = (value: number | null, share: number | null, unit: number) =>
    value === null || share === null ? null : rounded(new Decimal(value).times(share).times(unit));
  const [cpu, ram] = [known(row.cpu_request), known(row.ram_request)];
  return [
    {
      name: row.container,
      cpu_request_m: request(cpu, 1000),
      memory_request_mib: request(ram, 1 / mib),
      cpu_average_m: average(cpu, row.cpu_used, 1000),
      memory_average_mib: average(ram, row.ram_used, 1 / mib),
      hours: row.hours,
    },
  ];
}

const rounded = (value: Decimal) => value.toDecimalPlaces(3).toNumber();

const inWindow = ({ loadIds, start, end }: WorkloadDays): Sql =>
  sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}
    AND usage_date BETWEEN ${sql.bind('Date', start)} AND ${sql.bind('Date', end)}`;

const keys = sql`cluster, namespace, kind, controller`;
const idle = sql.literal(idleNamespace);
const hoursOfRow = sql`dateDiff('second', window_start, window_end) / 3600`;

type Category = 'cpu' | 'ram';

const requestOf = (category: Category): Sql => sql`maxIf(
  toFloat64(requested) / (${hoursOfRow}), category = ${sql.literal(category)} AND requested > 0
)`;

const usedSum = (category: Category) => sql.ref(`${category}_used_sum`);
const requestedSum = (category: Category) => sql.ref(`${category}_requested_sum`);

/** Use is compared with the request of the same time, because a pod may run for a part of an hour. */
function sumsOf(category: Category): Sql {
  const isCompared = sql`category = ${sql.literal(category)} AND used IS NOT NULL`;
  return sql`sumIf(toFloat64(used), ${isCompared}) AS ${usedSum(category)},
    sumIf(toFloat64(requested), ${isCompared}) AS ${requestedSum(category)}`;
}

const shareOf = (category: Category): Sql => sql`if(
  sum(${requestedSum(category)}) > 0,
  toNullable(sum(${usedSum(category)}) / sum(${requestedSum(category)})),
  NULL
)`;

/** The labels of a pod, without those of its node and its volumes. */
const ownLabels = sql`mapFilter(
  (key, value) -> NOT startsWith(key, 'node:') AND NOT startsWith(key, 'pvc:'),
  kubernetes_allocation.labels
)`;

const containersStatement = (days: WorkloadDays): Sql => sql`
  SELECT ${keys}, container,
    any(own_region) AS region,
    any(own_account) AS account_id,
    argMax(own_labels, day) AS labels,
    argMax(pods / windows, day) AS replicas,
    nullIf(argMax(cpu_max, day), 0) AS cpu_request,
    nullIf(argMax(ram_max, day), 0) AS ram_request,
    ${shareOf('cpu')} AS cpu_used,
    ${shareOf('ram')} AS ram_used,
    sum(windows * window_hours) AS hours,
    arraySort(groupArray(toString(day))) AS days,
    sum(cost) AS amount,
    sum(idle_sum) AS idle
  FROM (${containerDays(days)})
  GROUP BY ${keys}, container ORDER BY ${keys}, container`;

const containerDays = (days: WorkloadDays): Sql => sql`
  SELECT toString(cluster_id) AS cluster,
    kubernetes_allocation.namespace AS namespace,
    lower(ifNull(controller_kind, '')) AS kind,
    ifNull(kubernetes_allocation.controller, '') AS controller,
    ifNull(kubernetes_allocation.container, '') AS container,
    usage_date AS day,
    any(kubernetes_allocation.region) AS own_region,
    any(kubernetes_allocation.account_id) AS own_account,
    argMax(${ownLabels}, window_start) AS own_labels,
    countIf(category = 'cpu') AS pods,
    uniqExact(window_start) AS windows,
    max(${hoursOfRow}) AS window_hours,
    ${requestOf('cpu')} AS cpu_max,
    ${requestOf('ram')} AS ram_max,
    ${sumsOf('cpu')},
    ${sumsOf('ram')},
    sumIf(kubernetes_allocation.amount, category IN ('cpu', 'ram', 'gpu')) AS cost,
    sumIf(idle_cost, category IN ('cpu', 'ram', 'gpu')) AS idle_sum
  FROM kubernetes_allocation
  WHERE ${inWindow(days)}
    AND kubernetes_allocation.namespace != ${idle}
    AND kubernetes_allocation.controller IS NOT NULL
    AND controller_kind IS NOT NULL
  GROUP BY ${keys}, container, day`;

const costsStatement = (days: WorkloadDays): Sql => sql`
  SELECT service AS cluster,
    tags['namespace'] AS namespace,
    lower(attributes['controller_kind']) AS kind,
    attributes['controller'] AS controller,
    attributes['category'] AS category,
    toString(lines.currency) AS currency,
    toString(sum(billed_cost)) AS amount
  FROM lines
  WHERE ${inWindow(days)} AND source_format = 'kubernetes'
    AND namespace != ${idle} AND controller != '' AND kind != ''
  GROUP BY ${keys}, category, currency
  HAVING sum(billed_cost) != 0 ORDER BY sum(billed_cost) DESC`;
