import type { PageGroup } from '../../parts/page.js';

export const dashboards: PageGroup = {
  pages: [
    {
      path: '/dashboards',
      title: 'Dashboards',
      sidebar: { group: 'Explore', icon: 'dashboard' },
      load: async () => (await import('./Dashboards.js')).Dashboards,
    },
    {
      path: '/dashboards/new',
      title: 'New dashboard',
      role: 'Editor',
      load: async () => (await import('./EditDashboard.js')).NewDashboard,
    },
    {
      path: '/dashboards/$token',
      title: 'Dashboard',
      load: async () => (await import('./OneDashboard.js')).OneDashboard,
    },
    {
      path: '/dashboards/$token/edit',
      title: 'Edit dashboard',
      role: 'Editor',
      load: async () => (await import('./EditDashboard.js')).EditDashboard,
    },
  ],
};
