import { isOlderThan } from '../age.js';
import { costEvidence } from '../charges.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, textField, timeField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const maxDaysKept = 90;

/** Snapshots of volumes that no longer exist. */
export const oldSnapshots: ResourceRule = {
  scope: 'resource',
  type: 'aws:ec2:snapshot-cleanup',
  category: 'ec2_snapshot_recommender',
  service: 'Amazon EC2',
  provider: 'aws',
  description:
    'Delete snapshots that are older than 90 days, whose volume is gone and which no image uses.',
  resourceTypes: ['aws_instance_snapshot'],
  needs: [
    { data: 'billing', words: 'the cost of each snapshot' },
    {
      data: 'inventory',
      words: 'the age, volume and image of each snapshot, and the volumes that exist',
      fields: ['start_time', 'volume_id'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: findOldSnapshots,
};

async function findOldSnapshots(
  snapshots: readonly ResourceFacts[],
  account: AccountFacts,
): Promise<Finding[]> {
  const candidates = snapshots.flatMap((snapshot) => {
    const volume = textField(snapshot, 'volume_id');
    const start = timeField(snapshot, 'start_time');
    if (volume === null || start === null || !isOlderThan(start, maxDaysKept, account.now))
      return [];
    return textField(snapshot, 'image_id') === null ? [{ snapshot, volume, start }] : [];
  });
  const existing = await account.lookUp('aws_ebs_volume', [
    ...new Set(candidates.map(({ volume }) => volume)),
  ]);
  return candidates
    .filter(({ volume }) => !existing.has(volume))
    .map(({ snapshot, volume, start }) =>
      finding(snapshot, volume, daysBetween(start, account.now)),
    );
}

function finding(snapshot: ResourceFacts, volume: string, days: number): Finding {
  return {
    uuid: snapshot.uuid,
    actions: [
      {
        action: 'delete',
        description: `Delete the snapshot: it is ${days} days old, its volume ${volume} no longer exists and no image uses it.`,
        potential_savings: monthlyCost(snapshot),
        remediation_cli_command: shell`aws ec2 delete-snapshot --snapshot-id ${snapshot.id}`,
        terraform: `Remove the aws_ebs_snapshot resource of ${snapshot.id}.`,
      },
    ],
    evidence: [
      { label: 'Age', value: `${days} days` },
      { label: 'Source volume', value: `${volume}, gone` },
      { label: 'Image', value: 'none' },
      ...costEvidence(snapshot),
    ],
  };
}
