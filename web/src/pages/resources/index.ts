import type { PageGroup } from '../../parts/page.js';

export const resources: PageGroup = {
  pages: [
    {
      path: '/resources',
      title: 'Resources',
      sidebar: { group: 'Explore', icon: 'resource' },
      load: async () => (await import('./Resources.js')).Resources,
    },
    {
      path: '/resources/$token',
      title: 'Resource',
      load: async () => (await import('./OneResource.js')).OneResource,
    },
  ],
};
