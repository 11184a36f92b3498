import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import { UnknownReference } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { costReports } from '../../reports/cost-reports/index.js';

const CostAlert = z
  .object({
    token: z.string(),
    title: z.string(),
    email_recipients: z.array(z.string()).describe('Addresses to notify.'),
    slack_channels: z.array(z.string()),
    teams_channels: z.array(z.string()),
    channel_tokens: z.array(z.string()).describe('Channels of any kind to notify.'),
    created_at: z.string(),
    updated_at: z.string(),
    workspace_token: z.string(),
    interval: z.string().describe('day, week, month or quarter; weeks begin on Sunday.'),
    threshold: z.number().describe('A percentage, or an amount in the currency of the workspace.'),
    unit_type: z.string().describe('currency or percentage'),
    minimum_threshold: z
      .number()
      .nullable()
      .describe('Smallest change in money that a percentage counts from.'),
    report_tokens: z.array(z.string()),
  })
  .meta({ id: 'CostAlert' });

const reports = sql<string[]>`array(
  select cost_report_token from cost_alert_reports links
  where links.cost_alert_token = cost_alerts.token order by links.id)`;

const channels = sql<string[]>`array(
  select channel_token from cost_alert_channels links
  where links.cost_alert_token = cost_alerts.token order by links.id)`;

export const costAlerts = entity({
  table: 'cost_alerts',
  prefix: 'cstm_alrt_rl',
  kind: 'Cost Alert',
  title: 'title',
  page: '/cost-alerts/{token}',
  access: {
    within: 'workspace',
    visible: async (ctx) => {
      const visible = await costReports.rows.visible(ctx);
      return sql<SqlBool>`token not in (
        select cost_alert_token from cost_alert_reports where cost_report_token not in (
          select token from cost_reports where ${sql.join(visible, sql` and `)}))`;
    },
  },
  model: CostAlert,
  newestFirst: true,
  computed: {
    report_tokens: { sql: reports, initial: [] },
    channel_tokens: { sql: channels, initial: [] },
  },
  derive: async () => (row) => ({
    threshold: Number(row.threshold),
    minimum_threshold: row.minimum_threshold === null ? null : Number(row.minimum_threshold),
  }),
});

/** The reports that an alert of a workspace names; throws if the caller cannot see one of them there. */
export async function requireWatchableReports(
  ctx: Context,
  workspace: string,
  tokens: readonly string[],
): Promise<Row<'cost_reports'>[]> {
  const found: Row<'cost_reports'>[] = [];
  for (const token of new Set(tokens)) {
    const report = await costReports.rows.find(ctx, token);
    if (report?.workspace_token !== workspace) {
      throw new UnknownReference('Cost Report', 'report_tokens', token);
    }
    found.push(report);
  }
  return found;
}
