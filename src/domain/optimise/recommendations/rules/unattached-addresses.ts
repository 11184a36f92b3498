import { Decimal } from '../../../../platform/lib/decimal.js';
import { costEvidence, dollars } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { textField } from '../metadata.js';
import { hoursPerMonth, monthlyCost } from '../monthly-cost.js';
import { publicAddressPrice } from '../reference/unit-prices.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

/** Elastic IP addresses that are allocated, paid for and not used. */
export const unattachedAddresses: ResourceRule = {
  scope: 'resource',
  type: 'aws:elastic-ip:unattached',
  category: 'ip_unattached',
  service: 'AWS IP',
  provider: 'aws',
  description: 'Release Elastic IP addresses that are not associated with anything.',
  resourceTypes: ['aws_eip'],
  needs: [
    { data: 'billing', words: 'the cost of each address; the public price otherwise' },
    {
      data: 'inventory',
      words: 'what each address is associated with',
      fields: ['allocation_id'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: (addresses) => addresses.flatMap(findUnattached),
};

function findUnattached(address: ResourceFacts): Finding[] {
  const allocationId = textField(address, 'allocation_id');
  // A bill alone does not say whether an address is in use.
  if (allocationId === null || textField(address, 'association_id') !== null) return [];
  const billed = monthlyCost(address);
  const listPrice = new Decimal(publicAddressPrice).times(hoursPerMonth).toFixed();
  const evidence = [{ label: 'Association', value: 'none' }];
  const hasCost = new Decimal(billed).gt(0);
  return [
    {
      uuid: address.uuid,
      actions: [
        {
          action: 'release',
          description: 'Release the address: nothing is associated with it.',
          potential_savings: hasCost ? billed : listPrice,
          remediation_cli_command: shell`aws ec2 release-address --allocation-id ${allocationId}`,
          terraform: `Remove the aws_eip resource of ${allocationId}.`,
        },
      ],
      evidence: hasCost
        ? [...evidence, ...costEvidence(address)]
        : [...evidence, dollars('Public price per hour', publicAddressPrice)],
    },
  ];
}
