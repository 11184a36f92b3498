import type { PageGroup } from '../../parts/page.js';

export const recommendations: PageGroup = {
  pages: [
    {
      path: '/recommendations',
      title: 'Recommendations',
      sidebar: { group: 'Save', icon: 'recommendation' },
      load: async () => (await import('./Recommendations.js')).Recommendations,
    },
    {
      path: '/recommendations/types',
      title: 'Recommendation types',
      load: async () => (await import('./RecommendationTypes.js')).RecommendationTypes,
    },
    {
      path: '/recommendations/$token',
      title: 'Recommendation',
      load: async () => (await import('./OneRecommendation.js')).OneRecommendation,
    },
  ],
};
