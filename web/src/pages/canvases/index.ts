import type { PageGroup } from '../../parts/page.js';

export const canvases: PageGroup = {
  pages: [
    {
      path: '/canvases',
      title: 'Canvases',
      sidebar: { group: 'Explore', icon: 'canvas' },
      load: async () => (await import('./Canvases.js')).Canvases,
    },
    {
      path: '/canvases/new',
      title: 'New canvas',
      role: 'Editor',
      load: async () => (await import('./EditCanvas.js')).NewCanvas,
    },
    {
      path: '/canvases/$token',
      title: 'Canvas',
      load: async () => (await import('./OneCanvas.js')).OneCanvas,
    },
    {
      path: '/canvases/$token/edit',
      title: 'Edit canvas',
      role: 'Editor',
      load: async () => (await import('./EditCanvas.js')).EditCanvas,
    },
  ],
};
