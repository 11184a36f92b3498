import type { PageGroup } from '../../parts/page.js';

export const resourceReports: PageGroup = {
  pages: [
    {
      path: '/resource-reports',
      title: 'Resource reports',
      load: async () => (await import('./ResourceReports.js')).ResourceReports,
    },
    {
      path: '/resource-reports/new',
      title: 'New resource report',
      role: 'Editor',
      load: async () => (await import('./EditResourceReport.js')).NewResourceReport,
    },
    {
      path: '/resource-reports/$token',
      title: 'Resource report',
      load: async () => (await import('./OneResourceReport.js')).OneResourceReport,
    },
    {
      path: '/resource-reports/$token/edit',
      title: 'Edit resource report',
      role: 'Editor',
      load: async () => (await import('./EditResourceReport.js')).EditResourceReport,
    },
  ],
};
