import { Decimal } from '../../../../platform/lib/decimal.js';
import { daysUntil } from '../age.js';
import { dollars, percentage } from '../charges.js';
import type { AccountFacts, CommitmentFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { textField } from '../metadata.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const minUtilization = '0.95';
const minDaysLeft = 30;

/** Types of resources that are commitments. */
export const commitmentTypes = ['aws_ec2_reserved_instance', 'aws_savings_plan'];

/** Commitments that are paid for and partly unused. */
export const unusedCommitments: ResourceRule = {
  scope: 'resource',
  type: 'aws:ec2:unused-reserved-instances',
  category: 'unused_financial_commitments',
  service: 'Amazon EC2',
  provider: 'aws',
  description: 'Sell or exchange reserved instances and savings plans that are not fully used.',
  resourceTypes: commitmentTypes,
  needs: [{ data: 'billing', words: 'used and unused amortized cost of each commitment' }],
  minimumSaving: usualMinimumSaving,
  find: findUnused,
};

async function findUnused(
  resources: readonly ResourceFacts[],
  account: AccountFacts,
): Promise<Finding[]> {
  const commitments = new Map((await account.commitments()).map((each) => [each.id, each]));
  return resources.flatMap((resource) => {
    const commitment = commitments.get(resource.uuid);
    return commitment ? findCommitment(resource, commitment, account.now) : [];
  });
}

function findCommitment(
  resource: ResourceFacts,
  commitment: CommitmentFacts,
  now: Date,
): Finding[] {
  const end = textField(resource, 'end')?.slice(0, 10);
  if (!end || daysUntil(end, now) < minDaysLeft) return [];
  const cost = new Decimal(commitment.cost);
  if (!cost.gt(0)) return [];
  const utilisation = new Decimal(1).minus(new Decimal(commitment.unusedCost).div(cost));
  if (utilisation.gte(minUtilization)) return [];
  return [
    {
      uuid: resource.uuid,
      actions: [action(resource, commitment)],
      evidence: [
        percentage('Utilization', utilisation),
        dollars('Amortized cost in the last 30 days', commitment.cost),
        dollars('Unused part of it', commitment.unusedCost),
        { label: 'Ends on', value: end },
      ],
    },
  ];
}

function action(
  { type, id }: ResourceFacts,
  { unusedCost }: CommitmentFacts,
): Finding['actions'][number] {
  // (1 − utilisation) × amortized cost is the unused part itself.
  const potential_savings = unusedCost;
  if (type === 'aws_savings_plan') {
    return {
      action: 'modify',
      description:
        'Move usage under the savings plan: a plan that is older than 7 days cannot be returned.',
      potential_savings,
    };
  }
  return {
    action: 'sell',
    description:
      'Sell the unused reservation on the Reserved Instance Marketplace, or exchange it if it is convertible.',
    potential_savings,
    remediation_cli_command: shell`aws ec2 create-reserved-instances-listing --reserved-instances-id ${id} --instance-count 1 --price-schedules file://price-schedules.json --client-token ${id}`,
  };
}
