import { Decimal } from '../../platform/lib/decimal.js';
import { groupBy } from '../../platform/lib/group-by.js';
import { type CostStore, selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { idleNamespace } from '../kubernetes/allocation-row.js';
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

const identifierOf = ({ cluster, namespace, kind, controller }: WorkloadKey): string =>
  `${cluster}/${namespace}/${kind}/${controller}`;

/** The workloads of the clusters of an integration: what runs their pods, as `prod/web/deployment/api`. */
export async function readWorkloads(
  store: CostStore,
  window: CostWindow,
): Promise<BilledResource[]> {
  const containers = await selectRows<ContainerRow>(
    store.client,
    containersStatement,
    parametersOf(window),
  );
  const costs = await readWorkloadCosts(store, window);
  return [...groupBy(containers, identifierOf)].map(([id, own]) =>
    workloadOf(id, own, costs.get(id) ?? []),
  );
}

/** The costs of workloads by category: the parts of the costs of nodes that their pods have. */
export async function readWorkloadCosts(
  store: CostStore,
  window: Pick<CostWindow, 'loadIds' | 'start' | 'end'>,
): Promise<Map<string, BilledCost[]>> {
  const rows = await selectRows<CostRow>(store.client, costsStatement, parametersOf(window));
  return groupBy(rows, identifierOf);
}

const parametersOf = ({ loadIds: loads, start, end }: Parameters<typeof readWorkloadCosts>[1]) => ({
  loads,
  start,
  end,
});

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

const inWindow =
  'load_id IN {loads:Array(UInt32)} AND usage_date BETWEEN {start:Date} AND {end:Date}';
const keys = 'cluster, namespace, kind, controller';

const hoursOfRow = "dateDiff('second', window_start, window_end) / 3600";
const requestOf = (category: string) =>
  `maxIf(toFloat64(requested) / (${hoursOfRow}), category = '${category}' AND requested > 0)`;
/** Use is compared with the request of the same time, because a pod may run for a part of an hour. */
const sumsOf = (category: string) =>
  `sumIf(toFloat64(used), category = '${category}' AND used IS NOT NULL) AS ${category}_used_sum,
   sumIf(toFloat64(requested), category = '${category}' AND used IS NOT NULL) AS ${category}_requested_sum`;
const shareOf = (category: string) =>
  `if(sum(${category}_requested_sum) > 0, toNullable(sum(${category}_used_sum) / sum(${category}_requested_sum)), NULL)`;

const containersStatement = `
SELECT ${keys}, container, any(own_region) AS region, any(own_account) AS account_id, argMax(own_labels, day) AS labels,
  argMax(pods / windows, day) AS replicas, nullIf(argMax(cpu_max, day), 0) AS cpu_request,
  nullIf(argMax(ram_max, day), 0) AS ram_request, ${shareOf('cpu')} AS cpu_used, ${shareOf('ram')} AS ram_used,
  sum(windows * window_hours) AS hours, arraySort(groupArray(toString(day))) AS days, sum(cost) AS amount, sum(idle_sum) AS idle
FROM (
  SELECT toString(cluster_id) AS cluster, kubernetes_allocation.namespace AS namespace,
    lower(ifNull(controller_kind, '')) AS kind, ifNull(kubernetes_allocation.controller, '') AS controller,
    ifNull(kubernetes_allocation.container, '') AS container, usage_date AS day,
    any(kubernetes_allocation.region) AS own_region, any(kubernetes_allocation.account_id) AS own_account,
    argMax(mapFilter((key, value) -> NOT startsWith(key, 'node:') AND NOT startsWith(key, 'pvc:'), kubernetes_allocation.labels), window_start) AS own_labels,
    countIf(category = 'cpu') AS pods, uniqExact(window_start) AS windows, max(${hoursOfRow}) AS window_hours,
    ${requestOf('cpu')} AS cpu_max, ${requestOf('ram')} AS ram_max, ${sumsOf('cpu')}, ${sumsOf('ram')},
    sumIf(kubernetes_allocation.amount, category IN ('cpu', 'ram', 'gpu')) AS cost, sumIf(idle_cost, category IN ('cpu', 'ram', 'gpu')) AS idle_sum
  FROM kubernetes_allocation
  WHERE ${inWindow} AND kubernetes_allocation.namespace != '${idleNamespace}' AND kubernetes_allocation.controller IS NOT NULL AND controller_kind IS NOT NULL
  GROUP BY ${keys}, container, day
)
GROUP BY ${keys}, container ORDER BY ${keys}, container`;

const costsStatement = `
SELECT service AS cluster, tags['namespace'] AS namespace, lower(attributes['controller_kind']) AS kind,
  attributes['controller'] AS controller, attributes['category'] AS category, toString(lines.currency) AS currency,
  toString(sum(billed_cost)) AS amount
FROM lines
WHERE ${inWindow} AND source_format = 'kubernetes' AND namespace != '${idleNamespace}' AND controller != '' AND kind != ''
GROUP BY ${keys}, category, currency HAVING sum(billed_cost) != 0 ORDER BY sum(billed_cost) DESC`;
