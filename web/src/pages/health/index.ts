import type { PageGroup } from '../../parts/page.js';

export const health: PageGroup = {
  pages: [
    {
      path: '/health',
      title: 'Health',
      sidebar: { group: 'Settings', icon: 'health' },
      role: 'Owner',
      load: async () => (await import('./Health.js')).Health,
    },
  ],
};
