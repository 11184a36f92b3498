import type { PageGroup } from '../../parts/page.js';

export const budgets: PageGroup = {
  pages: [
    {
      path: '/budgets',
      title: 'Budgets',
      sidebar: { group: 'Plan', icon: 'budget' },
      load: async () => (await import('./Budgets.js')).Budgets,
    },
    {
      path: '/budgets/new',
      title: 'New budget',
      role: 'Editor',
      load: async () => (await import('./EditBudget.js')).NewBudget,
    },
    {
      path: '/budgets/import',
      title: 'Import budgets',
      role: 'Editor',
      load: async () => (await import('./import/ImportBudgets.js')).ImportBudgets,
    },
    {
      path: '/budgets/$token',
      title: 'Budget',
      load: async () => (await import('./OneBudget.js')).OneBudget,
    },
    {
      path: '/budgets/$token/edit',
      title: 'Edit budget',
      role: 'Editor',
      load: async () => (await import('./EditBudget.js')).EditBudget,
    },
  ],
};
