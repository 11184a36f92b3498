import { azureKind } from '../machine-kinds.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { findSmaller } from '../sizing.js';

/** Azure virtual machines that use less than half of their size. */
export const azureVmRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'azure:vm:rightsizing',
  category: 'azure_rightsizing_recommender',
  service: 'Azure Virtual Machines',
  provider: 'azure',
  description: 'Change virtual machines with low utilization to the next smaller size.',
  resourceTypes: ['azurerm_virtual_machine'],
  needs: [
    { data: 'billing', words: 'the running hours of each machine' },
    { data: 'inventory', words: 'the size of each machine', fields: ['virtual_machine_size'] },
    { data: 'prices', words: 'pay-as-you-go prices of both sizes' },
    { data: 'utilisation', words: 'the highest CPU use in 14 days', fields: ['max_cpu'] },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (machines, account) => {
    const findings = await Promise.all(
      machines.map((machine) => findSmaller(machine, account, azureKind)),
    );
    return findings.flat();
  },
};
