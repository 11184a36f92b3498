import type { PageGroup } from '../../parts/page.js';

export const tokens: PageGroup = {
  pages: [
    {
      path: '/tokens',
      title: 'Tokens',
      sidebar: { group: 'Settings', icon: 'key' },
      load: async () => (await import('./Tokens.js')).Tokens,
    },
  ],
};
