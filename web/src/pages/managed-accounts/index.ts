import type { PageGroup } from '../../parts/page.js';

export const managedAccounts: PageGroup = {
  pages: [
    {
      path: '/managed-accounts',
      title: 'Managed accounts',
      sidebar: { group: 'Bill', icon: 'people' },
      load: async () => (await import('./ManagedAccounts.js')).ManagedAccounts,
    },
    {
      path: '/managed-accounts/new',
      title: 'New managed account',
      role: 'Integration Owner',
      load: async () => (await import('./EditManagedAccount.js')).NewManagedAccount,
    },
    {
      path: '/managed-accounts/$token',
      title: 'Managed account',
      load: async () => (await import('./EditManagedAccount.js')).EditManagedAccount,
    },
  ],
};
