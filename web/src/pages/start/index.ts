import type { PageGroup } from '../page.js';

export const start: PageGroup = {
  pages: [
    {
      path: '/start',
      title: 'Bring in costs',
      load: async () => (await import('./Start.js')).Start,
    },
  ],
};
