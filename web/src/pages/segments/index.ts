import type { PageGroup } from '../../parts/page.js';

export const segments: PageGroup = {
  pages: [
    {
      path: '/segments',
      title: 'Segments',
      sidebar: { group: 'Explore', icon: 'segment' },
      load: async () => (await import('./Segments.js')).Segments,
    },
    {
      path: '/segments/new',
      title: 'New segment',
      role: 'Editor',
      load: async () => (await import('./EditSegment.js')).NewSegment,
    },
    {
      path: '/segments/$token',
      title: 'Segment',
      load: async () => (await import('./EditSegment.js')).EditSegment,
    },
  ],
};
