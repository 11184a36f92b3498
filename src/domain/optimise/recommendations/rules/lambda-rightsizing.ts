import { Decimal } from '../../../../platform/lib/decimal.js';
import { chargesFor, costOf, dollars, monthlyCostOf } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { numberField, textField } from '../metadata.js';
import { maxUtilisationPercent } from '../projected-utilisation.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const lowMemoryPercent = 60;
const minMemoryMb = 128;

/** Functions with more memory than they use. */
export const lambdaRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'aws:lambda:rightsizing',
  category: 'lambda_compute_optimizer_recommender',
  service: 'AWS Lambda',
  provider: 'aws',
  description: 'Lower the memory of Lambda functions that use little of it.',
  resourceTypes: ['aws_lambda_function'],
  needs: [
    { data: 'billing', words: 'the duration cost of each function' },
    { data: 'inventory', words: 'the memory of each function', fields: ['memory_size'] },
    {
      data: 'utilisation',
      words: 'the most memory in MB that it used in 14 days',
      fields: ['max_memory_used'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: (functions) => functions.flatMap(findLarge),
};

function findLarge(lambda: ResourceFacts): Finding[] {
  const current = numberField(lambda, 'memory_size');
  const used = numberField(lambda, 'max_memory_used');
  if (current === null || used === null || used * 100 >= current * lowMemoryPercent) return [];
  const target = Math.max(minMemoryMb, Math.ceil((used * 100) / maxUtilisationPercent));
  if (target >= current) return [];
  const charges = chargesFor(lambda.charges, /Lambda(-Provisioned)?-GB-Second/);
  const saving = new Decimal(monthlyCostOf(charges, lambda)).times(current - target).div(current);
  const name = textField(lambda, 'function_name') ?? lambda.label ?? lambda.id;
  return [
    {
      uuid: lambda.uuid,
      actions: [
        {
          action: 'modify',
          description: `Lower the memory from ${current} to ${target} MB. The function gets less CPU with it: compare its duration afterwards.`,
          potential_savings: saving.toFixed(),
          instance_type: `${target} MB`,
          remediation_cli_command: shell`aws lambda update-function-configuration --function-name ${name} --memory-size ${target}`,
          terraform: `memory_size = ${target}`,
        },
      ],
      evidence: [
        { label: 'Memory', value: `${current} MB` },
        { label: 'Most memory used', value: `${used} MB` },
        dollars('Duration cost in the last 30 days', costOf(charges)),
      ],
    },
  ];
}
