import type { PageGroup } from '../page.js';

export const profile: PageGroup = {
  pages: [
    {
      path: '/profile',
      title: 'Own profile',
      load: async () => (await import('./Profile.js')).Profile,
    },
  ],
};
