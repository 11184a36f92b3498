import type { PageGroup } from '../../parts/page.js';

export const integrations: PageGroup = {
  pages: [
    {
      path: '/integrations',
      title: 'Integrations',
      sidebar: { group: 'Data', icon: 'data' },
      load: async () => (await import('./Integrations.js')).Integrations,
    },
    {
      path: '/integrations/new',
      title: 'New integration',
      role: 'Integration Owner',
      load: async () => (await import('./NewIntegration.js')).NewIntegration,
    },
    {
      path: '/integrations/$token',
      title: 'Integration',
      load: async () => (await import('./OneIntegration.js')).OneIntegration,
    },
    {
      path: '/integrations/$token/loads/$load',
      title: 'Load',
      load: async () => (await import('./OneLoad.js')).OneLoad,
    },
  ],
};
