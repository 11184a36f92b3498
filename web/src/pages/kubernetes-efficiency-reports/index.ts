import type { PageGroup } from '../../parts/page.js';

export const kubernetes: PageGroup = {
  pages: [
    {
      path: '/kubernetes',
      title: 'Kubernetes',
      sidebar: { group: 'Save', icon: 'cluster' },
      load: async () => (await import('./Kubernetes.js')).Kubernetes,
    },
  ],
};
