import type { PageGroup } from '../../parts/page.js';

export const overview: PageGroup = {
  pages: [
    {
      path: '/',
      title: 'Overview',
      sidebar: { group: 'Overview', icon: 'overview' },
      load: async () => (await import('./Overview.js')).Overview,
    },
  ],
};
