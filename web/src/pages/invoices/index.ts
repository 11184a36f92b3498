import type { PageGroup } from '../../parts/page.js';

export const invoices: PageGroup = {
  pages: [
    {
      path: '/invoices',
      title: 'Invoices',
      sidebar: { group: 'Bill', icon: 'report' },
      load: async () => (await import('./Invoices.js')).Invoices,
    },
    {
      path: '/invoices/new',
      title: 'New invoice',
      role: 'Owner',
      load: async () => (await import('./NewInvoice.js')).NewInvoice,
    },
    {
      path: '/invoices/$token/costs',
      title: 'Costs of an invoice',
      load: async () => (await import('./OpenCosts.js')).OpenCosts,
    },
    {
      path: '/invoices/$token',
      title: 'Invoice',
      load: async () => (await import('./OneInvoice.js')).OneInvoice,
    },
  ],
};
