import type { PageGroup } from '../../parts/page.js';

export const billingProfiles: PageGroup = {
  pages: [
    {
      path: '/billing-profiles',
      title: 'Billing profiles',
      sidebar: { group: 'Bill', icon: 'person' },
      load: async () => (await import('./BillingProfiles.js')).BillingProfiles,
    },
    {
      path: '/billing-profiles/new',
      title: 'New billing profile',
      role: 'Owner',
      load: async () => (await import('./EditBillingProfile.js')).NewBillingProfile,
    },
    {
      path: '/billing-profiles/$token',
      title: 'Billing profile',
      load: async () => (await import('./EditBillingProfile.js')).EditBillingProfile,
    },
  ],
};
