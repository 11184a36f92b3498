import type { PageGroup } from '../../parts/page.js';

export const prices: PageGroup = {
  pages: [
    {
      path: '/prices',
      title: 'Prices',
      sidebar: { group: 'Data', icon: 'price' },
      load: async () => (await import('./Prices.js')).Prices,
    },
  ],
};
