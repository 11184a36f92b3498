import { Decimal } from '../../../../platform/lib/decimal.js';
import { chargesFor, costOf, dollars, monthlyCostOf } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, numberField, textField, timeField } from '../metadata.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const retentionDays = 30;

/** Log groups that keep every line for ever. */
export const logRetention: ResourceRule = {
  scope: 'resource',
  type: 'aws:cloudwatch:log-retention',
  category: 'cw_log_retention_policy',
  service: 'Amazon CloudWatch',
  provider: 'aws',
  description: 'Set a retention of 30 days on log groups that keep their logs for ever.',
  resourceTypes: ['aws_cloudwatch_log_group'],
  needs: [
    { data: 'billing', words: 'the storage cost of each log group' },
    {
      data: 'inventory',
      words: 'the retention and the age of each log group',
      fields: ['creation_time'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: (groups, { now }) => groups.flatMap((group) => findEndless(group, now)),
};

function findEndless(group: ResourceFacts, now: Date): Finding[] {
  const created = timeField(group, 'creation_time');
  if (numberField(group, 'retention_in_days') !== null || created === null) return [];
  const age = daysBetween(created, now);
  if (age <= retentionDays) return [];
  const name = textField(group, 'name') ?? group.label ?? group.id;
  const storage = chargesFor(group.charges, /TimedStorage/);
  return [
    {
      uuid: group.uuid,
      actions: [
        {
          action: 'configure',
          description: `Set a retention of ${retentionDays} days. Logs have been kept for ${age} days, and older ones are deleted then.`,
          potential_savings: savingOf(monthlyCostOf(storage, group), age),
          remediation_cli_command: shell`aws logs put-retention-policy --log-group-name ${name} --retention-in-days ${retentionDays}`,
          terraform: `retention_in_days = ${retentionDays}`,
        },
      ],
      evidence: [
        { label: 'Retention', value: 'none' },
        { label: 'Age', value: `${age} days` },
        dollars('Storage cost in the last 30 days', costOf(storage)),
      ],
    },
  ];
}

/** The share of the logs that is older than the retention. 90.00 after 300 days is 81.00. */
function savingOf(storageCost: string, age: number): string {
  const olderShare = new Decimal(age - retentionDays).div(age);
  return new Decimal(storageCost).times(olderShare).toFixed();
}
