import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { hiddenBudgets } from '../budgets/index.js';
import {
  chatProvider,
  linkedRecipients,
  linkedTokens,
  namedChannelsModel,
  recipientsModel,
} from '../delivery/index.js';

const BudgetAlert = z
  .object({
    token: z.string(),
    budget_tokens: z.array(z.string()),
    created_at: z.string(),
    workspace_token: z.string().nullable(),
    user_token: z.string().nullable().describe('User who created the alert.'),
    ...recipientsModel,
    duration_in_days: z.int().nullable().describe('null for the whole month.'),
    threshold: z.int().describe('Percentage of the budget of a month.'),
    period_to_track: z.string().nullable().describe('null for the whole month.'),
    measure: z
      .string()
      .describe('spend: accrued costs. forecast: what the whole month is expected to cost.'),
    integration_provider: z
      .string()
      .nullable()
      .describe('slack or microsoft_graph; null without chat channels.'),
    ...namedChannelsModel,
  })
  .meta({ id: 'BudgetAlert' });

export const budgetAlerts = entity({
  table: 'budget_alerts',
  prefix: 'bdgt_alrt',
  kind: 'Budget Alert',
  title: (row) =>
    `${row.measure === 'forecast' ? 'Forecast above ' : ''}${row.threshold}% of the budget`,
  page: '/budget-alerts/{token}',
  access: {
    within: 'workspace',
    visible: async (ctx) => sql<SqlBool>`token not in (select budget_alert_token
      from budget_alert_budgets where budget_token in (${await hiddenBudgets(ctx)}))`,
  },
  model: BudgetAlert,
  computed: {
    budget_tokens: linkedTokens('budget_alert', 'budget'),
    ...linkedRecipients('budget_alert'),
    integration_provider: { sql: chatProvider('budget_alerts'), initial: null },
  },
  // Follows the channels of the workspace.
  unversioned: ['integration_provider'],
});
