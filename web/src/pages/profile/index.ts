import type { PageGroup } from '../../parts/page.js';

export const profile: PageGroup = {
  pages: [
    {
      path: '/profile',
      title: 'Your profile',
      load: async () => (await import('./Profile.js')).Profile,
    },
  ],
};
