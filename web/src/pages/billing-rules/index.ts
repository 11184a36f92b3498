import type { PageGroup } from '../../parts/page.js';

export const billingRules: PageGroup = {
  pages: [
    {
      path: '/billing-rules',
      title: 'Billing rules',
      sidebar: { group: 'Bill', icon: 'rule' },
      load: async () => (await import('./BillingRules.js')).BillingRules,
    },
    {
      path: '/billing-rules/new',
      title: 'New billing rule',
      role: 'Owner',
      load: async () => (await import('./NewBillingRule.js')).NewBillingRule,
    },
    {
      path: '/billing-rules/$token',
      title: 'Billing rule',
      load: async () => (await import('./EditBillingRule.js')).EditBillingRule,
    },
  ],
};
