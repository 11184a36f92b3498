import type { PageGroup } from '../../parts/page.js';

export const kubernetes: PageGroup = {
  pages: [
    {
      path: '/kubernetes',
      title: 'Kubernetes',
      sidebar: { group: 'Explore', icon: 'cluster' },
      load: async () => (await import('./Kubernetes.js')).Kubernetes,
    },
    {
      path: '/kubernetes/reports',
      title: 'Kubernetes efficiency reports',
      load: async () => (await import('./EfficiencyReports.js')).EfficiencyReports,
    },
    {
      path: '/kubernetes/reports/new',
      title: 'New Kubernetes efficiency report',
      load: async () => (await import('./EfficiencyReports.js')).NewEfficiencyReport,
    },
    {
      path: '/kubernetes/reports/$token',
      title: 'Kubernetes efficiency report',
      load: async () => (await import('./OneEfficiencyReport.js')).OneEfficiencyReport,
    },
    {
      path: '/kubernetes/reports/$token/edit',
      title: 'Edit the Kubernetes efficiency report',
      load: async () => (await import('./EfficiencyReports.js')).EditEfficiencyReport,
    },
  ],
};
