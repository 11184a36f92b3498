import type { PageGroup } from '../../parts/page.js';

export const dashboardNotifications: PageGroup = {
  pages: [
    {
      path: '/dashboard-notifications',
      title: 'Dashboard notifications',
      sidebar: { group: 'Watch', icon: 'notification' },
      load: async () => (await import('./DashboardNotifications.js')).DashboardNotifications,
    },
    {
      path: '/dashboard-notifications/new',
      title: 'New dashboard notification',
      role: 'Editor',
      load: async () => (await import('./EditDashboardNotification.js')).NewDashboardNotification,
    },
    {
      path: '/dashboard-notifications/$token',
      title: 'Dashboard notification',
      load: async () => (await import('./EditDashboardNotification.js')).EditDashboardNotification,
    },
  ],
};
