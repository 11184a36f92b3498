import { costEvidence } from '../charges.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Action, Finding } from '../finding.js';
import { textField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { idleReason } from './idle-reasons.js';
import { shell, type ShellCommand } from '../shell-command.js';

/** What is paid for and does nothing. */
export const idleResources: ResourceRule = {
  scope: 'resource',
  type: 'idle-resource',
  category: 'idle_compute_optimizer_recommender',
  service: 'AWS',
  provider: 'aws',
  description: 'Stop or delete resources that run without doing anything.',
  resourceTypes: [
    'aws_lb',
    'aws_nat_gateway',
    'aws_ebs_volume',
    'aws_instance',
    'aws_auto_scaling_group',
    'aws_ecs_service',
    'aws_db_instance',
  ],
  needs: [
    { data: 'billing', words: 'hours and traffic of load balancers and NAT gateways' },
    {
      data: 'inventory',
      words: 'the instances of volumes, and which of them are stopped',
      fields: [],
    },
    {
      data: 'utilisation',
      words:
        'of instances, services and databases: the highest CPU use, the traffic per day, the most connections',
      fields: [],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: findIdle,
};

async function findIdle(
  resources: readonly ResourceFacts[],
  account: AccountFacts,
): Promise<Finding[]> {
  const stopped = await stoppedInstances(resources, account);
  return resources.flatMap((resource) => {
    const reason = idleReason(resource, stopped);
    return reason === null ? [] : [finding(resource, reason)];
  });
}

/** Instances of volumes that are stopped and had no cost in the window: they were stopped all the time. */
async function stoppedInstances(
  resources: readonly ResourceFacts[],
  account: AccountFacts,
): Promise<ReadonlySet<string>> {
  const ids = resources.flatMap((resource) =>
    resource.type === 'aws_ebs_volume' ? (textField(resource, 'attached_instance_id') ?? []) : [],
  );
  if (ids.length === 0) return new Set();
  const [found, running] = await Promise.all([
    account.lookUp('aws_instance', ids),
    account.billed('aws_instance', ids),
  ]);
  return new Set(ids.filter((id) => found.get(id)?.['state'] === 'stopped' && !running.has(id)));
}

function finding(resource: ResourceFacts, reason: string): Finding {
  const { action, words, command, terraform } = actions[resource.type]?.(resource) ?? fallback;
  return {
    uuid: resource.uuid,
    actions: [
      {
        action,
        description: `${words}: ${reason}.`,
        potential_savings: monthlyCost(resource),
        ...(command && { remediation_cli_command: command }),
        ...(terraform && { terraform }),
      },
    ],
    evidence: [{ label: 'Reason', value: reason }, ...costEvidence(resource)],
  };
}

interface IdleAction {
  action: Action['action'];
  words: string;
  command?: ShellCommand;
  terraform?: string;
}

const fallback: IdleAction = { action: 'delete', words: 'Delete it' };

const actions: Record<string, (resource: ResourceFacts) => IdleAction> = {
  aws_lb: ({ uuid, id }) => ({
    action: 'delete',
    words: 'Delete the load balancer',
    // Classic load balancers have no type in their ARN: `loadbalancer/name`.
    command: /:loadbalancer\/(app|net|gwy)\//.test(uuid)
      ? shell`aws elbv2 delete-load-balancer --load-balancer-arn ${uuid}`
      : shell`aws elb delete-load-balancer --load-balancer-name ${id}`,
    terraform: `Remove the load balancer resource of ${id}.`,
  }),
  aws_nat_gateway: ({ id }) => ({
    action: 'delete',
    words: 'Delete the NAT gateway',
    command: shell`aws ec2 delete-nat-gateway --nat-gateway-id ${id}`,
    terraform: `Remove the aws_nat_gateway resource of ${id}.`,
  }),
  aws_ebs_volume: ({ id }) => ({
    action: 'delete',
    words: 'Take a snapshot and delete the volume',
    command: shell`aws ec2 delete-volume --volume-id ${id}`,
    terraform: `Remove the aws_ebs_volume resource of ${id}.`,
  }),
  aws_instance: ({ id }) => ({
    action: 'stop',
    words: 'Stop the instance',
    command: shell`aws ec2 stop-instances --instance-ids ${id}`,
    terraform: 'resource "aws_ec2_instance_state" with state = "stopped"',
  }),
  aws_auto_scaling_group: ({ id }) => ({
    action: 'stop',
    words: 'Scale the group to zero',
    command: shell`aws autoscaling update-auto-scaling-group --auto-scaling-group-name ${id} --min-size 0 --desired-capacity 0`,
    terraform: 'min_size         = 0\ndesired_capacity = 0',
  }),
  aws_ecs_service: (service) => ({
    action: 'stop',
    words: 'Scale the service to zero',
    command: shell`aws ecs update-service --cluster ${textField(service, 'cluster') ?? 'default'} --service ${service.id} --desired-count 0`,
    terraform: 'desired_count = 0',
  }),
  aws_db_instance: ({ id }) => ({
    action: 'delete',
    words: 'Delete the database, with a final snapshot',
    command: shell`aws rds delete-db-instance --db-instance-identifier ${id} --final-db-snapshot-identifier ${`${id}-final`}`,
    terraform: `Remove the aws_db_instance resource of ${id}.`,
  }),
};
