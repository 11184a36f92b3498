import type { PageGroup } from '../../parts/page.js';

export const anomalies: PageGroup = {
  pages: [
    {
      path: '/anomalies',
      title: 'Anomalies',
      sidebar: { group: 'Watch', icon: 'anomaly' },
      load: async () => (await import('./Anomalies.js')).Anomalies,
    },
    {
      path: '/anomalies/$token',
      title: 'Anomaly',
      load: async () => (await import('./OneAnomaly.js')).OneAnomaly,
    },
  ],
};
