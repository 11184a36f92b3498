import type { PageGroup } from '../../parts/page.js';

export const savedFilters: PageGroup = {
  pages: [
    {
      path: '/saved-filters',
      title: 'Saved filters',
      sidebar: { group: 'Explore', icon: 'filter' },
      load: async () => (await import('./SavedFilters.js')).SavedFilters,
    },
    {
      path: '/saved-filters/new',
      title: 'New saved filter',
      role: 'Editor',
      load: async () => (await import('./EditSavedFilter.js')).NewSavedFilter,
    },
    {
      path: '/saved-filters/$token',
      title: 'Saved filter',
      load: async () => (await import('./EditSavedFilter.js')).EditSavedFilter,
    },
  ],
};
