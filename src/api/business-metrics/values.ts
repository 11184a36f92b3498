import { z } from 'zod';
import {
  businessMetrics,
  listLabels,
  listValues,
  type ValueSet,
} from '../../domain/reports/business-metrics/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';

const params = z.object({ business_metric_token: z.string() });
const pageSize = { default: 1000, max: 5000, strict: true };

const BusinessMetricValue = z
  .object({
    date: z.string().describe('Timestamp of the value, or the start of its date bin.'),
    amount: z.string(),
    label: z.string().optional(),
  })
  .meta({ id: 'BusinessMetricValue' });

const BusinessMetricValues = z
  .object({ values: z.array(BusinessMetricValue), links: Links })
  .meta({ id: 'BusinessMetricValues' });

const start_date = queryDate().optional().describe('First day, inclusive.');

export const getBusinessMetricValues = operation({
  id: 'getBusinessMetricValues',
  tag: 'BusinessMetrics',
  method: 'GET',
  path: '/v2/business_metrics/{business_metric_token}/values',
  summary: 'List the values of a business metric, newest first',
  params,
  query: z.object({
    ...pageQuery,
    start_date,
    label_values: z
      .array(z.string())
      .optional()
      .describe('Exact labels to include; values with several labels match under any key.'),
    date_bin: z
      .enum(['day', 'month'])
      .optional()
      .describe('Sums the values of each label per day or month.'),
  }),
  status: 200,
  errors: [400, 404],
  response: BusinessMetricValues,
  run: ({ params: { business_metric_token: token }, query }, ctx) =>
    listPage(ctx, { metric: token, forecasted: false }, query),
});

export const getBusinessMetricForecastedValues = operation({
  id: 'getBusinessMetricForecastedValues',
  tag: 'BusinessMetrics',
  method: 'GET',
  path: '/v2/business_metrics/{business_metric_token}/forecasted_values',
  summary: 'List the forecasted values of a business metric, newest first',
  params,
  query: z.object({ ...pageQuery, start_date }),
  status: 200,
  errors: [404],
  response: BusinessMetricValues,
  run: ({ params: { business_metric_token: token }, query }, ctx) =>
    listPage(ctx, { metric: token, forecasted: true }, query),
});

interface ListQuery {
  page?: number;
  limit?: number;
  start_date?: string;
  label_values?: string[];
  date_bin?: 'day' | 'month';
}

async function listPage(
  ctx: Context,
  set: ValueSet,
  query: ListQuery,
): Promise<z.input<typeof BusinessMetricValues>> {
  const page = pageOf(query, pageSize);
  await businessMetrics.rows.load(ctx, set.metric);
  const { values, total } = await listValues(ctx.db, set, query, page);
  return {
    values: values.map(({ at, label, amount }) => ({
      date: formatTimestamp(at),
      amount: formatDecimal(amount),
      ...(label !== '' && { label }),
    })),
    links: pageLinks(ctx.origin, ctx.url, page, total),
  };
}

const BusinessMetricLabels = z
  .object({
    links: Links,
    labels: z.array(z.object({ value: z.string() }).meta({ id: 'BusinessMetricLabel' })),
  })
  .meta({ id: 'BusinessMetricLabels' });

export const getBusinessMetricLabels = operation({
  id: 'getBusinessMetricLabels',
  tag: 'BusinessMetrics',
  method: 'GET',
  path: '/v2/business_metrics/{business_metric_token}/labels',
  summary: 'List the labels of the values of a business metric',
  params,
  query: z.object(pageQuery),
  status: 200,
  errors: [404],
  response: BusinessMetricLabels,
  run: async ({ params: { business_metric_token: token }, query }, ctx) => {
    const page = pageOf(query, { default: 1000, max: 5000 });
    await businessMetrics.rows.load(ctx, token);
    const { labels, total } = await listLabels(ctx.db, token, page);
    return { links: pageLinks(ctx.origin, ctx.url, page, total), labels };
  },
});
