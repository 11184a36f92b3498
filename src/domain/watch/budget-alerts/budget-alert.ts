import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { hiddenBudgets } from '../budgets/index.js';
import { chatProvider } from '../delivery/index.js';

const BudgetAlert = z
  .object({
    token: z.string(),
    budget_tokens: z.array(z.string()),
    created_at: z.string(),
    workspace_token: z.string().nullable(),
    user_token: z.string().nullable().describe('User who created the alert.'),
    user_tokens: z.array(z.string()).describe('Users who are notified by e-mail.'),
    team_tokens: z.array(z.string()).describe('Teams whose members are notified by e-mail.'),
    recipient_emails: z.array(z.string()).describe('Further addresses to notify.'),
    channel_tokens: z.array(z.string()).describe('Channels of any kind to notify.'),
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
    recipient_channels: z.array(z.string()).describe('Names of chat channels to notify.'),
  })
  .meta({ id: 'BudgetAlert' });

const linked = (column: string, table: string): RawBuilder<string[]> => sql<string[]>`array(
  select ${sql.ref(column)} from ${sql.table(table)} links
  where links.budget_alert_token = budget_alerts.token order by links.id)`;

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
    budget_tokens: { sql: linked('budget_token', 'budget_alert_budgets'), initial: [] },
    user_tokens: { sql: linked('user_token', 'budget_alert_users'), initial: [] },
    team_tokens: { sql: linked('team_token', 'budget_alert_teams'), initial: [] },
    channel_tokens: { sql: linked('channel_token', 'budget_alert_channels'), initial: [] },
    integration_provider: { sql: chatProvider('budget_alerts'), initial: null },
  },
  // Follows the channels of the workspace.
  unversioned: ['integration_provider'],
});
