import { Decimal } from '../../../../platform/lib/decimal.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { numberField, textField } from '../metadata.js';
import { hoursPerMonth } from '../monthly-cost.js';
import { kubernetesPrices } from '../reference/unit-prices.js';
import { higherMinimumSaving, type ResourceRule } from '../rule.js';
import { type Container, containersOf, recommendedRequests } from './kubernetes-containers.js';
import { dollars } from '../charges.js';
import { allOf, shell, type ShellCommand } from '../shell-command.js';

const managed = new Set(['deployment', 'statefulset', 'daemonset', 'job', 'cronjob', 'rollout']);
const replicated = new Set(['deployment', 'statefulset']);

/** Workloads that request more than they use. */
export const kubernetesRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'kubernetes:workload:rightsizing',
  category: 'kubernetes_recommender',
  service: 'Kubernetes',
  provider: 'kubernetes',
  description: 'Lower the CPU and memory requests of workloads to what they use.',
  resourceTypes: ['kubernetes_workload'],
  needs: [
    {
      data: 'inventory',
      words: 'requests and average use of each container over 30 days',
      fields: ['controller_type', 'containers'],
    },
  ],
  minimumSaving: higherMinimumSaving,
  find: (workloads) => workloads.flatMap(findOversized),
};

function findOversized(workload: ResourceFacts): Finding[] {
  const kind = textField(workload, 'controller_type')?.toLowerCase() ?? '';
  if (!managed.has(kind)) return [];
  const changes = containersOf(workload).flatMap((container) => {
    const recommended = recommendedRequests(container);
    return recommended ? [{ container, recommended }] : [];
  });
  if (changes.length === 0) return [];
  const replicas = replicated.has(kind) ? (numberField(workload, 'replicas') ?? 1) : 1;
  const saving = changes
    .reduce(
      (sum, { container, recommended }) => sum.plus(hourlyGain(container, recommended)),
      new Decimal(0),
    )
    .times(hoursPerMonth)
    .times(replicas);
  return [
    {
      uuid: workload.uuid,
      actions: [
        {
          action: 'modify',
          description: `Lower the requests of ${changes.map(({ container }) => container.name).join(', ')}.`,
          potential_savings: saving.toFixed(),
          containers: JSON.stringify(
            changes.map(({ container, recommended }) => ({
              name: container.name,
              current: requests(container),
              recommended,
            })),
          ),
          ...commandFor(workload, kind, changes),
        },
      ],
      evidence: [
        { label: 'Replicas', value: String(replicas) },
        dollars('Price per core and hour', kubernetesPrices.core),
        dollars('Price per GiB and hour', kubernetesPrices.gib),
        ...changes.flatMap(({ container }) => [
          { label: `${container.name}: average CPU`, value: `${container.cpuAverageM} m` },
          {
            label: `${container.name}: average memory`,
            value: `${container.memoryAverageMib} MiB`,
          },
        ]),
      ],
    },
  ];
}

interface Requests {
  cpu_m: number;
  memory_mib: number;
}

interface Change {
  container: Container;
  recommended: Requests;
}

function requests({ cpuRequestM, memoryRequestMib }: Container): Requests {
  return { cpu_m: cpuRequestM, memory_mib: memoryRequestMib };
}

function hourlyGain(container: Container, recommended: Requests): Decimal {
  const cores = new Decimal(container.cpuRequestM - recommended.cpu_m).div(1000);
  const gib = new Decimal(container.memoryRequestMib - recommended.memory_mib).div(1024);
  return cores.times(kubernetesPrices.core).plus(gib.times(kubernetesPrices.gib));
}

/** `kubectl` sets requests of one container at a time; jobs cannot be changed, only replaced. */
function commandFor(
  workload: ResourceFacts,
  kind: string,
  changes: readonly Change[],
): { remediation_cli_command?: ShellCommand } {
  const namespace = textField(workload, 'namespace');
  const name = textField(workload, 'controller_name');
  if (kind === 'job' || kind === 'rollout' || namespace === null || name === null) return {};
  const commands = changes.map(
    ({ container, recommended }) =>
      shell`kubectl set resources ${kind} ${name} --namespace ${namespace} --containers ${container.name} --requests cpu=${recommended.cpu_m}m,memory=${recommended.memory_mib}Mi`,
  );
  return { remediation_cli_command: allOf(commands) };
}
