import { ec2Kind } from '../machine-kinds.js';
import { textField } from '../metadata.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { findSmaller } from '../sizing.js';

/** Instances that use less than half of their size. */
export const ec2Rightsizing: ResourceRule = {
  scope: 'resource',
  type: 'aws:ec2:rightsizing',
  category: 'ec2_rightsizing_recommender',
  service: 'Amazon EC2',
  provider: 'aws',
  description: 'Change EC2 instances with low utilization to the next smaller size.',
  resourceTypes: ['aws_instance'],
  needs: [
    { data: 'billing', words: 'the running hours of each instance' },
    { data: 'inventory', words: 'the type of each instance', fields: ['instance_type'] },
    { data: 'prices', words: 'on-demand prices of both sizes' },
    { data: 'utilisation', words: 'the highest CPU use in 14 days', fields: ['max_cpu'] },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (instances, account) => {
    // Spot prices follow the market, not the on-demand price.
    const priced = instances.filter((each) => textField(each, 'instance_lifecycle') !== 'spot');
    const findings = await Promise.all(priced.map((each) => findSmaller(each, account, ec2Kind)));
    return findings.flat();
  },
};
