import { rdsKind } from '../machine-kinds.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { findSmaller } from '../sizing.js';

/** Databases that use less than half of their class. */
export const rdsRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'aws:rds:rightsizing',
  category: 'rds_compute_optimizer_recommender',
  service: 'Amazon RDS',
  provider: 'aws',
  description: 'Change RDS instances with low utilization to the next smaller class.',
  resourceTypes: ['aws_db_instance'],
  needs: [
    { data: 'billing', words: 'the running hours of each database' },
    {
      data: 'inventory',
      words: 'the class and the engine of each database',
      fields: ['db_instance_class'],
    },
    { data: 'prices', words: 'on-demand prices of both classes' },
    { data: 'utilisation', words: 'the highest CPU use in 14 days', fields: ['max_cpu'] },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (databases, account) => {
    const findings = await Promise.all(
      databases.map((database) => findSmaller(database, account, rdsKind)),
    );
    return findings.flat();
  },
};
