import type { PageGroup } from '../../parts/page.js';

export const singleSignOn: PageGroup = {
  pages: [
    {
      path: '/single-sign-on',
      title: 'Single sign-on',
      sidebar: { group: 'Settings', icon: 'lock' },
      role: 'Owner',
      load: async () => (await import('./SingleSignOn.js')).SingleSignOn,
    },
  ],
};
