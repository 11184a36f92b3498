import type { PageGroup } from '../../parts/page.js';

export const overview: PageGroup = {
  pages: [
    {
      path: '/',
      title: 'Overview',
      sidebar: { group: 'Overview', icon: 'overview' },
      preload: async (search) => (await import('./preload.js')).preload(search),
      load: async () => (await import('./Overview.js')).Overview,
    },
  ],
};
