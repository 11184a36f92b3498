import type { PageGroup } from '../../parts/page.js';

export const forecasts: PageGroup = {
  pages: [
    {
      path: '/forecasts',
      title: 'Forecasts',
      sidebar: { group: 'Plan', icon: 'metric' },
      load: async () => (await import('./Forecasts.js')).Forecasts,
    },
    {
      path: '/forecasts/new',
      title: 'New forecast',
      role: 'Editor',
      load: async () => (await import('./EditForecast.js')).NewForecast,
    },
    {
      path: '/forecasts/$token',
      title: 'Forecast',
      load: async () => (await import('./EditForecast.js')).EditForecast,
    },
  ],
};
