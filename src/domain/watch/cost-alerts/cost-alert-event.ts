import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { costReports } from '../../reports/cost-reports/index.js';

export const CostAlertChange = z
  .object({
    change_in_cost: z.string().describe('Negative for a drop.'),
    change_in_percentage: z
      .string()
      .nullable()
      .describe('Rounded to two places; null if the previous cost is 0.'),
    previous_cost: z.string(),
    current_cost: z.string(),
    groupings: z.array(z.string()).describe('Values of the group, in the order of the groupings.'),
    interval: z.string(),
    interval_start: z.string().describe('First day of the interval.'),
    previous_interval_start: z.string().describe('First day of the interval before it.'),
  })
  .meta({ id: 'CostAlertChange' });

const CostAlertEvent = z
  .object({
    token: z.string(),
    created_at: z.string(),
    triggered_at: z.string().describe('Last day of the interval with costs.'),
    description: z.string(),
    alert_type: z.string().describe('Always change_in_cost.'),
    metadata: CostAlertChange,
    report_token: z.string(),
    alert_token: z.string(),
  })
  .meta({ id: 'CostAlertEvent' });

export const costAlertEvents = entity({
  table: 'cost_alert_events',
  prefix: 'cstm_alrt_evnt',
  kind: 'Cost Alert Event',
  title: 'description',
  access: {
    within: 'workspace',
    // Events of deleted reports stay readable; those of hidden ones are hidden.
    visible: async (ctx) => {
      const visible = await costReports.rows.visible(ctx);
      return sql<SqlBool>`report_token not in (
        select token from cost_reports where account_token = ${ctx.actor.accountToken}
          and token not in (select token from cost_reports where ${sql.join(visible, sql` and `)}))`;
    },
  },
  model: CostAlertEvent,
  newestFirst: true,
  derive: async () => (row) => ({
    triggered_at: `${row.triggered_on}T00:00:00Z`,
    alert_type: 'change_in_cost',
  }),
});
