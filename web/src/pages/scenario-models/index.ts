import type { PageGroup } from '../../parts/page.js';

export const scenarioModels: PageGroup = {
  pages: [
    {
      path: '/scenario-models',
      title: 'Scenario models',
      sidebar: { group: 'Plan', icon: 'plan' },
      load: async () => (await import('./ScenarioModels.js')).ScenarioModels,
    },
    {
      path: '/scenario-models/new',
      title: 'New scenario model',
      role: 'Editor',
      load: async () => (await import('./EditScenarioModel.js')).NewScenarioModel,
    },
    {
      path: '/scenario-models/$token',
      title: 'Scenario model',
      load: async () => (await import('./EditScenarioModel.js')).EditScenarioModel,
    },
  ],
};
