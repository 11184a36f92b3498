import type { PageGroup } from '../page.js';

export const profile: PageGroup = {
  pages: [
    {
      path: '/profile',
      title: 'Own profile',
      rail: { group: 'Settings', icon: 'person' },
      load: async () => (await import('./Profile.js')).Profile,
    },
  ],
};
