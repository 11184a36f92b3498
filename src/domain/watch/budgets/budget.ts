import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import { costReports } from '../../reports/cost-reports/index.js';
import { type StoredPeriod, closePeriods } from './periods.js';

const BudgetPeriod = z
  .object({
    start_at: z.string(),
    end_at: z
      .string()
      .describe('Last day, inclusive; 9999-12-31 for an open period that no other one follows.'),
    amount: z.string().describe('Budget per calendar month.'),
  })
  .meta({ id: 'BudgetPeriod' });

const BudgetPerformance = z
  .object({
    date: z.string().describe('Month, such as "July, 2024".'),
    actual: z.string().describe('Percentage over the budget, or under it if negative.'),
    amount: z.string().describe('Budget of the month.'),
  })
  .meta({ id: 'BudgetPerformance' });

const Budget = z
  .object({
    token: z.string(),
    name: z.string(),
    workspace_token: z.string(),
    user_token: z.string().nullable(),
    created_by_token: z.string().nullable(),
    cost_report_token: z
      .string()
      .nullable()
      .describe('Cost report or segment; null for a budget of child budgets.'),
    created_at: z.string(),
    budget_alert_tokens: z.array(z.string()),
    child_budget_tokens: z.array(z.string()),
    periods: z.array(BudgetPeriod),
    performance: z
      .array(BudgetPerformance.nullable())
      .describe(
        'By month, newest first, null for a month without a budget; empty unless requested.',
      ),
  })
  .meta({ id: 'Budget' });

const alerts = sql<string[]>`array(
  select alert.token from budget_alert_budgets links
  join budget_alerts alert on alert.token = links.budget_alert_token
  where links.budget_token = budgets.token order by alert.id)`;
const children = sql<string[]>`array(
  select child_budget_token from budget_children links
  where links.budget_token = budgets.token order by links.id)`;

export const budgets = entity({
  table: 'budgets',
  prefix: 'bdgt',
  kind: 'Budget',
  title: 'name',
  page: '/budgets/{token}',
  access: {
    within: 'workspace',
    visible: async (ctx) => sql<SqlBool>`token not in (${await hiddenBudgets(ctx)})`,
  },
  model: Budget,
  computed: {
    child_budget_tokens: { sql: children, initial: [] },
    budget_alert_tokens: { sql: alerts, initial: [] },
  },
  unaudited: ['performance', 'budget_alert_tokens'],
  derive: async (rows, ctx) => {
    const reports = rows.flatMap((row) => (row.names_segment ? (row.cost_report_token ?? []) : []));
    const segments = await readSegmentsOf(ctx, reports);
    return (row) => {
      const report = row.cost_report_token;
      return {
        cost_report_token: (report && segments.get(report)) ?? report,
        periods: closePeriods(row.periods as unknown as StoredPeriod[]),
        performance: [],
      };
    };
  },
});

/** The segments of reports, by report. */
async function readSegmentsOf(
  { db }: Context,
  reports: readonly string[],
): Promise<Map<string, string | null>> {
  if (reports.length === 0) return new Map();
  const rows = await db
    .selectFrom('cost_reports')
    .select(['token', 'segment_token'])
    .where('token', 'in', [...reports])
    .execute();
  return new Map(rows.map((row) => [row.token, row.segment_token]));
}

/**
 * Query of the budgets whose costs the caller must not see: those of hidden reports, and all budgets
 * above them, because their figures contain these costs.
 */
export async function hiddenBudgets(ctx: Context): Promise<Expression<string>> {
  const visible = await costReports.rows.visible(ctx);
  return sql<string>`
    with recursive hidden (token) as (
      select token from budgets where account_token = ${ctx.actor.accountToken}
        and cost_report_token not in (
          select token from cost_reports where ${sql.join(visible, sql` and `)})
      union
      select link.budget_token from budget_children link
        join hidden on hidden.token = link.child_budget_token
    )
    select token from hidden`;
}
