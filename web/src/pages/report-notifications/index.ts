import type { PageGroup } from '../../parts/page.js';

export const reportNotifications: PageGroup = {
  pages: [
    {
      path: '/report-notifications',
      title: 'Report notifications',
      sidebar: { group: 'Watch', icon: 'notification' },
      load: async () => (await import('./ReportNotifications.js')).ReportNotifications,
    },
    {
      path: '/report-notifications/new',
      title: 'New report notification',
      role: 'Editor',
      load: async () => (await import('./EditReportNotification.js')).NewReportNotification,
    },
    {
      path: '/report-notifications/$token',
      title: 'Report notification',
      load: async () => (await import('./EditReportNotification.js')).EditReportNotification,
    },
  ],
};
