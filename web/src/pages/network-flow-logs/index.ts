import type { PageGroup } from '../../parts/page.js';

export const networkFlows: PageGroup = {
  pages: [
    {
      path: '/network-flows',
      title: 'Network flows',
      sidebar: { group: 'Save', icon: 'flows' },
      load: async () => (await import('./NetworkFlows.js')).NetworkFlows,
    },
  ],
};
