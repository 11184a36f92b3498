import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import type { Charge, ResourceFacts } from '../facts.js';
import { idleResources } from './idle-resources.js';

const costs = { cost30: '36', daysWithCost: 30 };

function charges(...usage: [string, string, string][]): Charge[] {
  return usage.map(([usageType, cost, quantity]) => chargeFacts({ usageType, cost, quantity }));
}

const balancerHours: [string, string, string] = ['USE1-LoadBalancerUsage', '16.2', '720'];
const gatewayHours: [string, string, string] = ['USE1-NatGateway-Hours', '32.4', '720'];
const quiet = { max_cpu: 4.9, max_network_mb_per_day: 4.9 };

const cases: [string, string, Partial<ResourceFacts>, boolean][] = [
  ['a load balancer without traffic', 'aws_lb', { charges: charges(balancerHours) }, true],
  [
    'a load balancer with capacity units of 0',
    'aws_lb',
    { charges: charges(balancerHours, ['USE1-LCUUsage', '0', '0']) },
    true,
  ],
  [
    'a load balancer with traffic',
    'aws_lb',
    { charges: charges(balancerHours, ['USE1-LCUUsage', '0.1', '12']) },
    false,
  ],
  ['a load balancer without bill', 'aws_lb', {}, false],
  ['a NAT gateway without traffic', 'aws_nat_gateway', { charges: charges(gatewayHours) }, true],
  [
    'a NAT gateway with traffic',
    'aws_nat_gateway',
    { charges: charges(gatewayHours, ['USE1-NatGateway-Bytes', '0.01', '0.2']) },
    false,
  ],
  ['an idle instance', 'aws_instance', { metadata: quiet }, true],
  ['an instance at 5 % CPU', 'aws_instance', { metadata: { ...quiet, max_cpu: 5 } }, false],
  [
    'an instance with 5 MB a day',
    'aws_instance',
    { metadata: { ...quiet, max_network_mb_per_day: 5 } },
    false,
  ],
  ['an instance without network figures', 'aws_instance', { metadata: { max_cpu: 0 } }, false],
  [
    'an instance with at most 50 bytes a second',
    'aws_instance',
    {
      metadata: {
        max_cpu: 1,
        max_network_in_bytes_per_second: 25,
        max_network_out_bytes_per_second: 25,
      },
    },
    true,
  ],
  [
    'an instance with 60 bytes a second',
    'aws_instance',
    {
      metadata: {
        max_cpu: 1,
        max_network_in_bytes_per_second: 30,
        max_network_out_bytes_per_second: 30,
      },
    },
    false,
  ],
  ['an idle group', 'aws_auto_scaling_group', { metadata: quiet }, true],
  ['an idle service', 'aws_ecs_service', { metadata: quiet }, true],
  [
    'a database without connections',
    'aws_db_instance',
    { metadata: { max_database_connections: 0 } },
    true,
  ],
  [
    'a database with a connection',
    'aws_db_instance',
    { metadata: { max_database_connections: 1 } },
    false,
  ],
  ['a database without figures', 'aws_db_instance', {}, false],
];

test.each(cases)('%s', async (_, type, given, isIdle) => {
  const findings = await idleResources.find(
    [resourceFacts({ ...costs, type, ...given })],
    accountFacts(),
  );
  expect(findings.map(({ actions }) => actions[0]?.potential_savings)).toEqual(
    isIdle ? ['36'] : [],
  );
  for (const { actions } of findings) expect(actions[0]?.remediation_cli_command).toMatch(/^aws /);
});

const volume = resourceFacts({
  ...costs,
  type: 'aws_ebs_volume',
  id: 'vol-1',
  metadata: { state: 'in-use', attached_instance_id: 'i-1' },
});

test.each<[string, Partial<ResourceFacts>, boolean]>([
  ['stopped', { metadata: { state: 'stopped' } }, true],
  ['running', { metadata: { state: 'running' } }, false],
  ['stopped, but ran in the window', { metadata: { state: 'stopped' }, cost30: '4' }, false],
])('a volume of an instance that is %s', async (_, given, isIdle) => {
  const account = accountFacts({
    resources: [resourceFacts({ type: 'aws_instance', id: 'i-1', ...given })],
  });
  const findings = await idleResources.find([volume], account);
  expect(findings.map(({ actions }) => actions[0]?.potential_savings)).toEqual(
    isIdle ? ['36'] : [],
  );
});
