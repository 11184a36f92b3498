import type { PageGroup } from '../../parts/page.js';

export const budgetAlerts: PageGroup = {
  pages: [
    {
      path: '/budget-alerts',
      title: 'Budget alerts',
      sidebar: { group: 'Watch', icon: 'alert' },
      load: async () => (await import('./BudgetAlerts.js')).BudgetAlerts,
    },
    {
      path: '/budget-alerts/new',
      title: 'New budget alert',
      role: 'Editor',
      load: async () => (await import('./EditBudgetAlert.js')).NewBudgetAlert,
    },
    {
      path: '/budget-alerts/$token',
      title: 'Budget alert',
      load: async () => (await import('./EditBudgetAlert.js')).EditBudgetAlert,
    },
  ],
};
