import { type ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, textField, timeField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { costEvidence } from '../charges.js';
import { shell } from '../shell-command.js';

const minDaysUnattached = 7;

/** EBS volumes that no instance uses. */
export const unattachedVolumes: ResourceRule = {
  scope: 'resource',
  type: 'aws:ebs:unattached-volume',
  category: 'ebs_unattached_volume',
  service: 'Amazon EBS',
  provider: 'aws',
  description: 'Delete EBS volumes that have not been attached to an instance for 7 days.',
  resourceTypes: ['aws_ebs_volume'],
  needs: [
    { data: 'billing', words: 'the cost of each volume' },
    {
      data: 'inventory',
      words: 'the state of each volume, and since when it is detached',
      fields: ['state'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: (volumes, { now }) => volumes.flatMap((volume) => findUnattached(volume, now)),
};

function findUnattached(volume: ResourceFacts, now: Date): Finding[] {
  if (textField(volume, 'state') !== 'available') return [];
  // Without a time of detachment, it counts from the first inventory that lists it as available.
  const since = timeField(volume, 'detached_at') ?? volume.stateSince;
  const days = since ? daysBetween(since, now) : 0;
  if (days < minDaysUnattached) return [];
  return [
    {
      uuid: volume.uuid,
      actions: [
        {
          action: 'delete',
          description: `Delete the volume: no instance has used it for ${days} days. Take a snapshot first if its data may be needed.`,
          potential_savings: monthlyCost(volume),
          remediation_cli_command: shell`aws ec2 delete-volume --volume-id ${volume.id}`,
          terraform: `Remove the aws_ebs_volume resource of ${volume.id}.`,
        },
      ],
      evidence: [
        { label: 'State', value: 'available' },
        { label: 'Days unattached', value: String(days) },
        ...costEvidence(volume),
      ],
    },
  ];
}
