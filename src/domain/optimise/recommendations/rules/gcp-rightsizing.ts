import { costEvidence } from '../charges.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { gcpKind, zoneOption } from '../machine-kinds.js';
import { numberField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { findSmaller, peakEvidence } from '../sizing.js';
import { shell } from '../shell-command.js';

const maxIdleCpuPercent = 5;

/** Compute Engine instances that use little or nothing of their size. */
export const gcpRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'gcp:compute:rightsizing',
  category: 'gcp_compute_rightsizing_recommender',
  service: 'Google Compute Engine',
  provider: 'gcp',
  description:
    'Change instances with low utilization to the next smaller type, and stop idle ones.',
  resourceTypes: ['google_compute_instance'],
  needs: [
    { data: 'billing', words: 'the running hours and the cost of each instance' },
    { data: 'inventory', words: 'the machine type of each instance', fields: ['machine_type'] },
    { data: 'prices', words: 'on-demand prices of cores and memory' },
    { data: 'utilisation', words: 'the highest CPU use in 14 days', fields: ['max_cpu'] },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (instances, account) => {
    const findings = await Promise.all(instances.map((each) => findLow(each, account)));
    return findings.flat();
  },
};

async function findLow(instance: ResourceFacts, account: AccountFacts): Promise<Finding[]> {
  const cpu = numberField(instance, 'max_cpu');
  const isIdle = cpu !== null && cpu < maxIdleCpuPercent;
  return isIdle ? [stop(instance, cpu)] : findSmaller(instance, account, gcpKind);
}

function stop(instance: ResourceFacts, cpu: number): Finding {
  return {
    uuid: instance.uuid,
    actions: [
      {
        action: 'stop',
        description: `Stop the instance: it used at most ${cpu} % CPU in 14 days.`,
        potential_savings: monthlyCost(instance),
        remediation_cli_command: shell`gcloud compute instances stop ${instance.label ?? instance.id} ${zoneOption(instance)}`,
        terraform: 'desired_status = "TERMINATED"',
      },
    ],
    evidence: [...peakEvidence(instance), ...costEvidence(instance)],
  };
}
