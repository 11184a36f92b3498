import { z } from 'zod';
import { Decimal } from '../../../platform/lib/decimal.js';
import { ImportError } from '../../intake/ingest/index.js';
import type { PricedCategory } from './price-node-hour.js';
import { hourMs, type NodeHour } from './price-usage.js';
import { parseProviderId } from './provider-id.js';

/** The complete hours that a source is asked for. */
export interface Hours {
  start: Date;
  end: Date;
}

/** Sends a query to the source. */
type Ask = (path: string, query: Record<string, string>) => Promise<string>;

const Matrix = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});
type Series = z.output<typeof Matrix>['data']['result'][number];

const container = 'namespace, pod, container';
const running = 'container!="", container!="POD"';
/** Sums over the minutes of an hour, so that a pod that ran for half of it counts half. */
const hourly = (metric: string) => `sum_over_time(${metric}[1h:1m]) / 60`;
const requests = (resource: string) =>
  `sum by (${container}) (${hourly(`kube_pod_container_resource_requests{resource="${resource}"}`)})`;
const capacity = (resource: string) =>
  `max by (node) (${hourly(`kube_node_status_capacity{resource="${resource}"}`)})`;
const gpuMemory = (metric: string) => `avg_over_time(DCGM_FI_DEV_FB_${metric}[1h])`;

/** Range queries, evaluated at the end of each hour; the results are core-hours, byte-hours and GPU-hours. */
const queries = {
  nodes: 'max by (node, provider_id) (max_over_time(kube_node_info[1h]))',
  pods: 'max by (namespace, pod, node) (max_over_time(kube_pod_info{node!=""}[1h]))',
  owners: 'max by (namespace, pod, owner_kind, owner_name) (max_over_time(kube_pod_owner[1h]))',
  labels: 'max_over_time(kube_pod_labels[1h])',
  cpuCapacity: capacity('cpu'),
  ramCapacity: capacity('memory'),
  gpuCapacity: capacity('nvidia_com_gpu'),
  cpuRequests: requests('cpu'),
  ramRequests: requests('memory'),
  gpuRequests: requests('nvidia_com_gpu'),
  cpuUsage: `sum by (${container}) (increase(container_cpu_usage_seconds_total{${running}}[1h])) / 3600`,
  ramUsage: `sum by (${container}) (${hourly(`container_memory_working_set_bytes{${running}}`)})`,
  gpuUsage: `sum by (${container}) (${gpuMemory('USED')} / (${gpuMemory('USED')} + ${gpuMemory('FREE')}))`,
} as const;
type QueryName = keyof typeof queries;

const zero = new Decimal(0);
const bytesPerGib = new Decimal(2 ** 30);

/** Values of series by their labels, joined, and by the hour that ends at a time. */
type Table = Map<string, Decimal>;

/** What ran on the nodes of a cluster in each hour, from the metrics of Kubernetes. */
export async function readPrometheusHours(
  ask: Ask,
  cluster: string,
  { start, end }: Hours,
): Promise<NodeHour[]> {
  const answers = {} as Record<QueryName, Series[]>;
  for (const name of Object.keys(queries) as QueryName[]) {
    const answer = await ask('/api/v1/query_range', {
      query: queries[name],
      start: String(start.getTime() / 1000 + 3600),
      end: String(end.getTime() / 1000),
      step: '3600',
    });
    answers[name] = parseMatrix(answer);
  }
  const hours: NodeHour[] = [];
  for (let time = start.getTime(); time < end.getTime(); time += hourMs) {
    hours.push(...hoursAt(answers, cluster, new Date(time)));
  }
  return hours;
}

function parseMatrix(text: string): Series[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ImportError('Prometheus did not return JSON; check its address.', [], {
      cause: error,
    });
  }
  const parsed = Matrix.safeParse(json);
  if (parsed.success) return parsed.data.data.result;
  throw new ImportError('Prometheus did not return a range of values; check its address.');
}

function hoursAt(answers: Record<QueryName, Series[]>, cluster: string, start: Date): NodeHour[] {
  const at = start.getTime() / 1000 + 3600;
  const present = (series: Series) => series.values.some(([time]) => time === at);
  const table = (name: QueryName, ...labels: string[]): Table =>
    new Map(
      answers[name].flatMap(({ metric, values }) => {
        const value = values.find(([time]) => time === at)?.[1];
        const key = labels.map((label) => metric[label] ?? '').join('/');
        return value === undefined || Number.isNaN(Number(value))
          ? []
          : [[key, new Decimal(value)]];
      }),
    );
  const capacities = {
    cpu: table('cpuCapacity', 'node'),
    ram: table('ramCapacity', 'node'),
    gpu: table('gpuCapacity', 'node'),
  };
  const providerIds = new Map(
    answers.nodes.filter(present).map(({ metric }) => [metric['node'], metric['provider_id']]),
  );
  const hours = new Map<string, NodeHour>();
  for (const [node, cores] of capacities.cpu) {
    // Fargate bills its pods one by one, not a node that they share.
    if (node.startsWith('fargate-')) continue;
    const gib = (capacities.ram.get(node) ?? zero).div(bytesPerGib);
    hours.set(node, {
      node: { cluster, node, ...originOf(providerIds.get(node), node) },
      start,
      hours: new Decimal(1),
      capacity: { cpu: cores, ram: gib, gpu: capacities.gpu.get(node) ?? zero },
      pods: [],
    });
  }
  addPods(hours, answers, present, table);
  return [...hours.values()];
}

const originOf = (providerId: string | undefined, node: string) =>
  providerId ? parseProviderId(providerId) : { nodeResourceId: node };

function addPods(
  hours: ReadonlyMap<string, NodeHour>,
  answers: Record<QueryName, Series[]>,
  present: (series: Series) => boolean,
  table: (name: QueryName, ...labels: string[]) => Table,
): void {
  const podKey = ({ metric }: Series) => `${metric['namespace'] ?? ''}/${metric['pod'] ?? ''}`;
  const byPod = (name: QueryName) =>
    new Map(answers[name].filter(present).map((series) => [podKey(series), series.metric]));
  const [nodes, owners, labels] = [byPod('pods'), byPod('owners'), byPod('labels')];
  const byContainer = (name: QueryName) => table(name, 'namespace', 'pod', 'container');
  const requested: Record<PricedCategory, Table> = {
    cpu: byContainer('cpuRequests'),
    ram: byContainer('ramRequests'),
    gpu: byContainer('gpuRequests'),
  };
  const used: Record<PricedCategory, Table> = {
    cpu: byContainer('cpuUsage'),
    ram: byContainer('ramUsage'),
    gpu: byContainer('gpuUsage'),
  };
  const tables = [...Object.values(requested), ...Object.values(used)];
  for (const key of new Set(tables.flatMap((values) => [...values.keys()]))) {
    const [namespace = '', pod = '', name] = key.split('/');
    const hour = hours.get(nodes.get(`${namespace}/${pod}`)?.['node'] ?? '');
    if (!hour) continue;
    const owner = owners.get(`${namespace}/${pod}`);
    const units = (category: PricedCategory, value: Decimal | undefined) =>
      category === 'ram' ? value?.div(bytesPerGib) : value;
    const usage = (category: PricedCategory) => ({
      requested: units(category, requested[category].get(key)) ?? zero,
      used: units(category, used[category].get(key)) ?? (category === 'gpu' ? undefined : zero),
    });
    hour.pods.push({
      owner: {
        ...hour.node,
        namespace,
        pod,
        container: name,
        controller: owner?.['owner_name'],
        controllerKind: owner?.['owner_kind']?.toLowerCase(),
        labels: podLabels(labels.get(`${namespace}/${pod}`)),
      },
      usage: { cpu: usage('cpu'), ram: usage('ram'), gpu: usage('gpu') },
    });
  }
}

/** Kubernetes labels, which the metrics prefix with `label_`. */
const podLabels = (metric: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(metric).flatMap(([key, value]) =>
      key.startsWith('label_') && value !== '' ? [[key.slice('label_'.length), value]] : [],
    ),
  );
