import type { PageGroup } from '../../parts/page.js';

export const profile: PageGroup = {
  pages: [
    {
      path: '/profile',
      title: 'Own profile',
      load: async () => (await import('./Profile.js')).Profile,
    },
  ],
};
