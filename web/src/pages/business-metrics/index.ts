import type { PageGroup } from '../../parts/page.js';

export const businessMetrics: PageGroup = {
  pages: [
    {
      path: '/business-metrics',
      title: 'Business metrics',
      sidebar: { group: 'Allocate', icon: 'metric' },
      load: async () => (await import('./BusinessMetrics.js')).BusinessMetrics,
    },
    {
      path: '/business-metrics/new',
      title: 'New business metric',
      role: 'Editor',
      load: async () => (await import('./NewBusinessMetric.js')).NewBusinessMetric,
    },
    {
      path: '/business-metrics/$token',
      title: 'Business metric',
      load: async () => (await import('./OneBusinessMetric.js')).OneBusinessMetric,
    },
  ],
};
