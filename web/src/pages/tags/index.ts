import type { PageGroup } from '../../parts/page.js';

export const tags: PageGroup = {
  pages: [
    {
      path: '/tags',
      title: 'Tags',
      sidebar: { group: 'Allocate', icon: 'tag' },
      load: async () => (await import('./Tags.js')).Tags,
    },
    {
      path: '/tags/$key',
      title: 'Tag',
      load: async () => (await import('./TagValues.js')).TagValues,
    },
  ],
};
