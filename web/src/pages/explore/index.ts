import type { PageGroup } from '../../parts/page.js';

export const explore: PageGroup = {
  pages: [
    {
      path: '/explore',
      title: 'Explore',
      sidebar: { group: 'Explore', icon: 'explore' },
      load: async () => (await import('./Explore.js')).Explore,
    },
  ],
};
