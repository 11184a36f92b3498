import type { PageGroup } from '../../parts/page.js';

export const workspaces: PageGroup = {
  pages: [
    {
      path: '/workspaces',
      title: 'Workspaces',
      sidebar: { group: 'Settings', icon: 'workspace' },
      load: async () => (await import('./Workspaces.js')).Workspaces,
    },
    {
      path: '/workspaces/new',
      title: 'New workspace',
      role: 'Owner',
      load: async () => (await import('./EditWorkspace.js')).NewWorkspace,
    },
    {
      path: '/workspaces/$token',
      title: 'Workspace',
      load: async () => (await import('./EditWorkspace.js')).EditWorkspace,
    },
  ],
};
