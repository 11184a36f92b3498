import type { PageGroup } from '../../parts/page.js';

export const tags: PageGroup = {
  pages: [
    {
      path: '/tags',
      title: 'Tags',
      sidebar: { group: 'Allocate', icon: 'tag' },
      role: 'Integration Owner',
      load: async () => (await import('./Tags.js')).Tags,
    },
    {
      path: '/tags/$key',
      title: 'Tag',
      role: 'Integration Owner',
      load: async () => (await import('./TagValues.js')).TagValues,
    },
  ],
};
