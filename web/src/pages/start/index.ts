import type { PageGroup } from '../../parts/page.js';

export const start: PageGroup = {
  pages: [
    {
      path: '/start',
      title: 'Import costs',
      load: async () =>
        (await import('../../features/getting-started/GettingStarted.js')).GettingStarted,
    },
  ],
};
