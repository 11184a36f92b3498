import type { PageGroup } from '../../parts/page.js';

export const networkFlows: PageGroup = {
  pages: [
    {
      path: '/network-flows',
      title: 'Network flows',
      sidebar: { group: 'Explore', icon: 'flows' },
      load: async () => (await import('./NetworkFlows.js')).NetworkFlows,
    },
    {
      path: '/network-flows/reports',
      title: 'Network flow reports',
      load: async () => (await import('./FlowReports.js')).FlowReports,
    },
    {
      path: '/network-flows/reports/new',
      title: 'New network flow report',
      load: async () => (await import('./FlowReports.js')).NewFlowReport,
    },
    {
      path: '/network-flows/reports/$token',
      title: 'Network flow report',
      load: async () => (await import('./FlowReports.js')).EditFlowReport,
    },
  ],
};
