import type { PageGroup } from '../../parts/page.js';

export const virtualTags: PageGroup = {
  pages: [
    {
      path: '/virtual-tags',
      title: 'Virtual tags',
      sidebar: { group: 'Allocate', icon: 'tag' },
      load: async () => (await import('./VirtualTags.js')).VirtualTags,
    },
    {
      path: '/virtual-tags/new',
      title: 'New virtual tag',
      role: 'Integration Owner',
      load: async () => (await import('./EditVirtualTag.js')).NewVirtualTag,
    },
    {
      path: '/virtual-tags/$token',
      title: 'Virtual tag',
      load: async () => (await import('./EditVirtualTag.js')).EditVirtualTag,
    },
  ],
};
