import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { forbidden } from '../../platform/lib/errors.js';
import { title } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';
import {
  AttachedCostReport,
  attachCostReports,
  attachedCostReports,
  attachedCostReportsBody,
  demandReports,
  logDetaching,
} from './attached-cost-reports.js';
import {
  CloudwatchFields,
  DatadogMetricFields,
  SnowflakeMetricFields,
  showSource,
  sourceBodies,
  sourceColumns,
} from './sources.js';
import { storeList, valueList } from './value-lists.js';

export const BusinessMetric = z
  .object({
    token: z.string(),
    title: z.string(),
    created_by_token: z.string().nullable(),
    cost_report_tokens_with_metadata: z.array(AttachedCostReport),
    import_type: z
      .enum(['datadog_metrics', 'cloudwatch', 'snowflake_metrics', 'metronome_metrics', 'csv'])
      .nullable()
      .describe('Where its values come from; csv where they are sent.'),
    integration_token: z.string().nullable().describe('Empty where its values are sent.'),
    cloudwatch_fields: CloudwatchFields.optional(),
    datadog_metric_fields: DatadogMetricFields.optional(),
    snowflake_metric_fields: SnowflakeMetricFields.optional(),
  })
  .meta({ id: 'BusinessMetric' });

const fields = {
  title: title(),
  cost_report_tokens_with_metadata: attachedCostReportsBody.optional(),
  values: valueList().optional(),
  forecasted_values: valueList().optional(),
  ...sourceBodies,
};

const errors = [400, 403, 404, 422];

const plain = resource({
  table: 'business_metrics',
  one: 'business_metric',
  many: 'business_metrics',
  tag: 'BusinessMetrics',
  prefix: 'bsnss_mtrc',
  kind: 'Business Metric',
  titleOf: (row) => row.title,
  access: { within: 'account', write: 'editor' },
  model: BusinessMetric,
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'title',
  paging: { default: 1000, max: 5000, strict: true },
  errors: { create: errors, update: errors, delete: [403, 404] },
  columns: async (body, ctx, current) => {
    await demandReports(body.cost_report_tokens_with_metadata, ctx);
    return { ...pick(body, ['title']), ...(await sourceColumns(body, ctx, current)) };
  },
  saved: async (row, body, ctx) => {
    await attachCostReports(row.token, body.cost_report_tokens_with_metadata, ctx);
    await storeList(ctx, row, 'values', body.values);
    await storeList(ctx, row, 'forecasted_values', body.forecasted_values);
    if (row.source && !row.pulled_at && !row.pull_error) {
      await ctx.services.enqueue('pull-business-metrics', { token: row.token }, ctx.db);
    }
    return false;
  },
  removing: refuseUsed,
  derive: async (found, ctx) => {
    const attached = await attachedCostReports(found, ctx);
    const byToken = new Map(
      found.map((row) => [
        row.token,
        { ...showSource(row), cost_report_tokens_with_metadata: attached(row.token) },
      ]),
    );
    return (row) => byToken.get(row['token'] as string)!;
  },
});

/** Whoever follows a report in the audit log also sees when it loses a metric. */
const remove: Operation = {
  ...plain.delete,
  run: async (input, ctx) => {
    const named = String(input.params['business_metric_token']);
    const { token } = await plain.rows.loadToChange(ctx, named);
    await logDetaching(token, ctx, () => plain.delete.run(input, ctx));
  },
};

export const businessMetrics = {
  rows: plain.rows,
  show: plain.show,
  operations: plain.operations.map((each) => (each === plain.delete ? remove : each)),
};

/** A metric that costs are shared out by stays while they are. */
async function refuseUsed({ token }: { token: string }, ctx: Context): Promise<void> {
  const user = await ctx.db
    .selectFrom('virtual_tag_values as value')
    .innerJoin('virtual_tag_configs as config', 'config.token', 'value.config_token')
    .select('config.key')
    .where('value.business_metric_token', '=', token)
    .orderBy('value.id')
    .executeTakeFirst();
  if (!user) return;
  throw forbidden(
    `The virtual tag ${user.key} shares costs out by this business metric; change that tag first`,
  );
}
