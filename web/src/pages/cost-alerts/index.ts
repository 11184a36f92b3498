import type { PageGroup } from '../../parts/page.js';

export const costAlerts: PageGroup = {
  pages: [
    {
      path: '/cost-alerts',
      title: 'Cost alerts',
      sidebar: { group: 'Watch', icon: 'costAlert' },
      load: async () => (await import('./CostAlerts.js')).CostAlerts,
    },
    {
      path: '/cost-alerts/new',
      title: 'New cost alert',
      role: 'Editor',
      load: async () => (await import('./EditCostAlert.js')).NewCostAlert,
    },
    {
      path: '/cost-alerts/$token',
      title: 'Cost alert',
      load: async () => (await import('./OneCostAlert.js')).OneCostAlert,
    },
    {
      path: '/cost-alerts/$token/edit',
      title: 'Edit cost alert',
      role: 'Editor',
      load: async () => (await import('./EditCostAlert.js')).EditCostAlert,
    },
  ],
};
