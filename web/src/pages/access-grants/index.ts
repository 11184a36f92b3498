import type { PageGroup } from '../../parts/page.js';

export const accessGrants: PageGroup = {
  pages: [
    {
      path: '/access-grants',
      title: 'Access grants',
      sidebar: { group: 'Settings', icon: 'settings' },
      load: async () => (await import('./AccessGrants.js')).AccessGrants,
    },
    {
      path: '/access-grants/new',
      title: 'New access grant',
      role: 'Owner',
      load: async () => (await import('./NewAccessGrant.js')).NewAccessGrant,
    },
  ],
};
