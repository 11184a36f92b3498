import type { PageGroup } from '../../parts/page.js';

export const costReports: PageGroup = {
  pages: [
    {
      path: '/cost-reports',
      title: 'Cost reports',
      sidebar: { group: 'Explore', icon: 'report' },
      load: async () => (await import('./CostReports.js')).CostReports,
    },
    {
      path: '/cost-reports/$token',
      title: 'Cost report',
      load: async () => (await import('./OneCostReport.js')).OneCostReport,
    },
  ],
};
