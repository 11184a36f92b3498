import type { PageGroup } from '../../parts/page.js';

export const anomalyNotifications: PageGroup = {
  pages: [
    {
      path: '/anomaly-notifications',
      title: 'Anomaly notifications',
      sidebar: { group: 'Watch', icon: 'notification' },
      load: async () => (await import('./AnomalyNotifications.js')).AnomalyNotifications,
    },
    {
      path: '/anomaly-notifications/new',
      title: 'New anomaly notification',
      role: 'Editor',
      load: async () => (await import('./EditAnomalyNotification.js')).NewAnomalyNotification,
    },
    {
      path: '/anomaly-notifications/$token',
      title: 'Anomaly notification',
      load: async () => (await import('./EditAnomalyNotification.js')).EditAnomalyNotification,
    },
  ],
};
