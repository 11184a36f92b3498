import { z } from 'zod';
import {
  attachCostReports,
  attachedCostReportsBody,
  recordDetaching,
  requireReports,
} from '../../domain/business-metrics/attached-cost-reports.js';
import { businessMetrics } from '../../domain/business-metrics/business-metric.js';
import { sourceBodies, sourceColumns } from '../../domain/business-metrics/metric-source-fields.js';
import type { Context } from '../../platform/kernel/context.js';
import { title } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { forbidden } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { storeList, valueList } from './value-lists.js';

const fields = {
  title: title(),
  cost_report_tokens_with_metadata: attachedCostReportsBody.optional(),
  values: valueList().optional(),
  forecasted_values: valueList().optional(),
  ...sourceBodies,
};

const errors = [400, 403, 404, 422];

const plain = resource(businessMetrics, {
  one: 'business_metric',
  many: 'business_metrics',
  tag: 'BusinessMetrics',
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'title',
  paging: { default: 1000, max: 5000, strict: true },
  errors: { create: errors, update: errors, delete: [403, 404] },
  columns: async (body, ctx, current) => {
    await requireReports(body.cost_report_tokens_with_metadata, ctx);
    return { ...pick(body, ['title']), ...(await sourceColumns(body, ctx, current)) };
  },
  afterSave: async (row, body, ctx) => {
    await attachCostReports(row.token, body.cost_report_tokens_with_metadata, ctx);
    await storeList(ctx, row, 'values', body.values);
    await storeList(ctx, row, 'forecasted_values', body.forecasted_values);
    if (row.source && !row.pulled_at && !row.pull_error) {
      await ctx.services.enqueue('pull-business-metrics', { token: row.token }, ctx.db);
    }
    return false;
  },
  beforeDelete: requireUnused,
});

/** Whoever follows a report in the audit log also sees when it loses a metric. */
const remove: Operation = {
  ...plain.delete,
  run: async (input, ctx) => {
    const named = String(input.params['business_metric_token']);
    const { token } = await businessMetrics.rows.loadForUpdate(ctx, named);
    await recordDetaching(token, ctx, () => plain.delete.run(input, ctx));
  },
};

export const metricOperations = plain.operations.map((each) =>
  each === plain.delete ? remove : each,
);

/** A metric that costs are shared out by stays while they are. */
async function requireUnused({ token }: { token: string }, ctx: Context): Promise<void> {
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
