import { z } from 'zod';
import {
  businessMetrics,
  deleteValues,
  parseValueDate,
} from '../../domain/reports/business-metrics/index.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';

const queryDateOrTimestamp = () =>
  z.string().refine((text) => parseValueDate(text) !== undefined, { error: 'is invalid' });

export const deleteBusinessMetricValues = operation({
  id: 'deleteBusinessMetricValues',
  tag: 'BusinessMetrics',
  method: 'DELETE',
  path: '/v2/business_metrics/{business_metric_token}/values',
  summary: 'Delete values of a business metric; all of them without a date range and a label',
  params: z.object({ business_metric_token: z.string() }),
  query: z.object({
    start_date: queryDateOrTimestamp().optional().describe('Date or timestamp, inclusive.'),
    end_date: queryDateOrTimestamp()
      .optional()
      .describe('Date or timestamp, inclusive; a date includes the whole day.'),
    label: z.string().optional().describe('Exact label; empty for values without a label.'),
    forecasted: queryFlag().optional(),
  }),
  keepsEmpty: ['label'],
  status: 200,
  errors: [403, 404, 422],
  role: 'editor',
  response: z.object({ deleted_count: z.int() }).meta({ id: 'BusinessMetricValuesDeleteResponse' }),
  run: async ({ params: { business_metric_token: token }, query }, ctx) => {
    const metric = await businessMetrics.rows.loadForUpdate(ctx, token);
    return { deleted_count: await deleteValues(ctx, metric, query) };
  },
});
