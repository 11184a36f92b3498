import type { PageGroup } from '../page.js';

export const costReports: PageGroup = {
  pages: [
    {
      path: '/cost-reports',
      title: 'Cost reports',
      rail: { group: 'Explore', icon: 'report' },
      load: async () => (await import('./CostReports.js')).CostReports,
    },
    {
      path: '/cost-reports/$token',
      title: 'Cost report',
      load: async () => (await import('../explore/ExploreReport.js')).ExploreReport,
    },
  ],
  searched: [
    {
      kind: 'Cost report',
      path: '/v2/cost_reports',
      rows: 'cost_reports',
      titleKey: 'title',
      pageOf: (token) => `/cost-reports/${token}`,
    },
  ],
};
