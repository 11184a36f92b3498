import type { PageGroup } from '../../parts/page.js';

export const commitments: PageGroup = {
  pages: [
    {
      path: '/commitments',
      title: 'Commitments',
      sidebar: { group: 'Save', icon: 'lock' },
      load: async () => (await import('./Commitments.js')).Commitments,
    },
  ],
};
