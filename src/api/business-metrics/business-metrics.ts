import { z } from 'zod';
import {
  attachCostReports,
  attachedCostReportsBody,
  recordDetaching,
  requireReports,
  businessMetrics,
  sourceBodies,
  sourceColumns,
  storeValueList,
} from '../../domain/reports/business-metrics/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { title } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { forbidden } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { valueList } from './value-list.js';

const fields = {
  title: title(),
  cost_report_tokens_with_metadata: attachedCostReportsBody.optional(),
  values: valueList().optional(),
  forecasted_values: valueList().optional(),
  ...sourceBodies,
};

const errors = [400, 403, 404, 422];

const metricResource = resource(businessMetrics, {
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
    await storeValueList(ctx, row, 'values', body.values);
    await storeValueList(ctx, row, 'forecasted_values', body.forecasted_values);
    if (row.source && !row.pulled_at && !row.pull_error) {
      await ctx.services.enqueue('pull-business-metrics', { token: row.token }, ctx.db);
    }
    return false;
  },
  beforeDelete: requireUnused,
});

/** Deleting a metric also changes the reports it is attached to, and their audit logs record it. */
const deleteMetric: Operation = {
  ...metricResource.delete,
  run: async (input, ctx) => {
    const requested = String(input.params['business_metric_token']);
    const { token } = await businessMetrics.rows.loadForUpdate(ctx, requested);
    await recordDetaching(token, ctx, () => metricResource.delete.run(input, ctx));
  },
};

export const metricOperations = metricResource.operations.map((each) =>
  each === metricResource.delete ? deleteMetric : each,
);

/** A metric cannot be deleted while a virtual tag allocates costs by it. */
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
    `The virtual tag ${user.key} allocates costs by this business metric; change that tag first`,
  );
}
