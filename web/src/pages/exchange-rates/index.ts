import type { PageGroup } from '../../parts/page.js';

export const exchangeRates: PageGroup = {
  pages: [
    {
      path: '/exchange-rates',
      title: 'Exchange rates',
      sidebar: { group: 'Data', icon: 'rates' },
      load: async () => (await import('./ExchangeRates.js')).ExchangeRates,
    },
  ],
};
