import type { PageGroup } from '../../parts/page.js';

export const changes: PageGroup = {
  pages: [
    {
      path: '/changes',
      title: 'Changes',
      sidebar: { group: 'Explore', icon: 'changes' },
      load: async () => (await import('./Changes.js')).Changes,
    },
  ],
};
