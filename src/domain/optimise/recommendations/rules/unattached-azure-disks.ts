import { costEvidence } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, textField, timeField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const minDaysUnattached = 30;

/** Managed disks that no virtual machine uses. */
export const unattachedAzureDisks: ResourceRule = {
  scope: 'resource',
  type: 'azure:disks:unattached',
  category: 'az_disks_unattached',
  service: 'Azure Disks',
  provider: 'azure',
  description: 'Delete managed disks that no virtual machine has used in the last 30 days.',
  resourceTypes: ['azurerm_managed_disk'],
  needs: [
    { data: 'billing', words: 'the cost of each disk' },
    {
      data: 'inventory',
      words: 'the state of each disk, and since when it is detached',
      fields: ['disk_state'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: (disks, { now }) => disks.flatMap((disk) => findUnattached(disk, now)),
};

function findUnattached(disk: ResourceFacts, now: Date): Finding[] {
  if (textField(disk, 'disk_state')?.toLowerCase() !== 'unattached') return [];
  const since = timeField(disk, 'last_ownership_update') ?? disk.stateSince;
  const days = since ? daysBetween(since, now) : 0;
  if (days < minDaysUnattached) return [];
  return [
    {
      uuid: disk.uuid,
      actions: [
        {
          action: 'delete',
          description: `Delete the disk: no virtual machine has used it for ${days} days. Take a snapshot first if its data may be needed.`,
          potential_savings: monthlyCost(disk),
          remediation_cli_command: shell`az disk delete --ids ${disk.uuid}`,
          terraform: `Remove the azurerm_managed_disk resource of ${disk.label ?? disk.id}.`,
        },
      ],
      evidence: [
        { label: 'State', value: 'Unattached' },
        { label: 'Days unattached', value: String(days) },
        ...costEvidence(disk),
      ],
    },
  ];
}
