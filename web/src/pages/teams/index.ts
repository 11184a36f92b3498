import type { PageGroup } from '../../parts/page.js';

export const teams: PageGroup = {
  pages: [
    {
      path: '/teams',
      title: 'Teams',
      sidebar: { group: 'Settings', icon: 'people' },
      load: async () => (await import('./Teams.js')).Teams,
    },
    {
      path: '/teams/new',
      title: 'New team',
      role: 'Owner',
      load: async () => (await import('./EditTeam.js')).NewTeam,
    },
    {
      path: '/teams/$token',
      title: 'Team',
      load: async () => (await import('./EditTeam.js')).EditTeam,
    },
  ],
};
