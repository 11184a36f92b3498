import type { PageGroup } from '../../parts/page.js';

export const users: PageGroup = {
  pages: [
    {
      path: '/users',
      title: 'Users',
      sidebar: { group: 'Settings', icon: 'person' },
      role: 'Owner',
      load: async () => (await import('./Users.js')).Users,
    },
  ],
};
