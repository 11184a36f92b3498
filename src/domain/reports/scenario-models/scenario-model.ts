import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import { entity } from '../../../platform/kernel/entity.js';

export const amountTypes = ['dollar', 'percent'] as const;

const ScenarioModelPeriod = z
  .object({
    start_at: z.string(),
    end_at: z.string().nullable().describe('Last day, inclusive; null if open-ended.'),
    amount: z.string().describe('Dollars per month, or percent.'),
    amount_type: z.enum(amountTypes),
  })
  .meta({ id: 'ScenarioModelPeriod' });

const ScenarioModel = z
  .object({
    token: z.string(),
    title: z.string(),
    priority: z.int().nullable().describe('Models with lower values are applied first, null last.'),
    workspace_token: z.string().nullable().describe('null for models of the whole account.'),
    provider: z.string().nullable().describe('null for all providers.'),
    service: z.string().nullable().describe('null for all services.'),
    periods: z.array(ScenarioModelPeriod),
    created_by_token: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'ScenarioModel' });

export const scenarioModels = entity({
  table: 'scenario_models',
  prefix: 'frcst_mdl',
  kind: 'Scenario Model',
  title: 'title',
  page: '/scenario-models/{token}',
  canBeFavourite: true,
  access: {
    within: 'account',
    write: 'editor',
    visible: (actor) =>
      sql<SqlBool>`(workspace_token is null or workspace_token = any(${reachableWorkspaces(actor)}))`,
  },
  model: ScenarioModel,
});
