import { Decimal } from '../../../../platform/lib/decimal.js';
import { dollars, figure } from '../charges.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { countField } from '../machine-kinds.js';
import { numberField, textField } from '../metadata.js';
import { hoursPerMonth, monthlyHours } from '../monthly-cost.js';
import { maxUtilisationPercent } from '../projected-utilisation.js';
import { type FargateSize, smallestFargateSize } from '../reference/fargate-sizes.js';
import { fargatePrices } from '../reference/unit-prices.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { peakEvidence } from '../sizing.js';

const unitsPerVcpu = 1024;
const mibPerGb = 1024;

/** Fargate tasks that are larger than they need to be. */
export const ecsRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'aws:ecs:rightsizing',
  category: 'ecs_compute_optimizer_recommender',
  service: 'Amazon ECS',
  provider: 'aws',
  description: 'Change the tasks of ECS services on Fargate to the smallest size that is enough.',
  resourceTypes: ['aws_ecs_service'],
  needs: [
    { data: 'billing', words: 'running hours, where the bill names the service' },
    {
      data: 'inventory',
      words: 'launch type, task size and task count of each service',
      fields: ['launch_type', 'cpu', 'memory'],
    },
    { data: 'prices', words: 'Fargate; list prices of us-east-1 otherwise' },
    { data: 'utilisation', words: 'the highest CPU use in 14 days', fields: ['max_cpu'] },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (services, account) => {
    const findings = await Promise.all(services.map((service) => findLarge(service, account)));
    return findings.flat();
  },
};

async function findLarge(service: ResourceFacts, account: AccountFacts): Promise<Finding[]> {
  const current = taskSize(service);
  const target = current && neededSize(service, current);
  if (!target) return [];
  const [vcpuPrice, gbPrice] = await Promise.all([
    fargatePrice('vcpu', service, account),
    fargatePrice('gb', service, account),
  ]);
  const tasks = countField(service, 'desired_count');
  const hours = hoursOf(service);
  const saving = new Decimal(current.cpu - target.cpu)
    .div(unitsPerVcpu)
    .times(vcpuPrice)
    .plus(new Decimal(current.memoryMib - target.memoryMib).div(mibPerGb).times(gbPrice))
    .times(tasks)
    .times(hours);
  const words = ({ cpu, memoryMib }: FargateSize): string => `${cpu} CPU units, ${memoryMib} MiB`;
  return [
    {
      uuid: service.uuid,
      actions: [
        {
          action: 'modify',
          description: `Register a task definition with ${words(target)} instead of ${words(current)}, and deploy it.`,
          potential_savings: saving.toFixed(),
          instance_type: `${target.cpu}/${target.memoryMib}`,
          terraform: `cpu    = ${target.cpu}\nmemory = ${target.memoryMib}`,
        },
      ],
      evidence: [
        ...peakEvidence(service),
        { label: 'Current size', value: words(current) },
        dollars('Price per vCPU and hour', vcpuPrice),
        dollars('Price per GB and hour', gbPrice),
        { label: 'Tasks', value: String(tasks) },
        figure('Hours per month', hours),
      ],
    },
  ];
}

function taskSize(service: ResourceFacts): FargateSize | null {
  const cpu = numberField(service, 'cpu');
  const memoryMib = numberField(service, 'memory');
  if (textField(service, 'launch_type') !== 'FARGATE') return null;
  return cpu === null || memoryMib === null ? null : { cpu, memoryMib };
}

/** The smallest size on which the peaks stay within 80 %; null when it is not smaller. */
function neededSize(service: ResourceFacts, { cpu, memoryMib }: FargateSize): FargateSize | null {
  const cpuPeak = numberField(service, 'max_cpu');
  if (cpuPeak === null) return null;
  const needed = (capacity: number, peak: number | null): number =>
    peak === null ? capacity : (capacity * peak) / maxUtilisationPercent;
  const target = smallestFargateSize(
    needed(cpu, cpuPeak),
    needed(memoryMib, numberField(service, 'max_memory')),
  );
  if (!target || target.cpu > cpu || target.memoryMib > memoryMib) return null;
  return target.cpu === cpu && target.memoryMib === memoryMib ? null : target;
}

async function fargatePrice(
  unit: 'vcpu' | 'gb',
  { region }: ResourceFacts,
  account: AccountFacts,
): Promise<string> {
  const question = { service: 'ecs', name: 'fargate', region, unit: `${unit}-hour` } as const;
  return (await account.onDemandPrice(question)) ?? fargatePrices[unit];
}

/** Bills name tasks rather than services: a service that they do not name runs all the time. */
function hoursOf(service: ResourceFacts): string {
  return service.charges.length === 0 ? String(hoursPerMonth) : monthlyHours(service);
}
