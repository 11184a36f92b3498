import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, type Page, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { businessMetrics } from '../../domain/business-metrics/business-metric.js';
import { firstMoment } from '../../domain/business-metrics/value-texts.js';
import type { ValueStore } from '../../domain/business-metrics/write-values.js';

const params = z.object({ business_metric_token: z.string() });
const pageSize = { default: 1000, max: 5000, strict: true };

const BusinessMetricValue = z
  .object({
    date: z.string().describe('First moment of the bin, where bins are asked for.'),
    amount: z.string(),
    label: z.string().optional(),
  })
  .meta({ id: 'BusinessMetricValue' });

const BusinessMetricValues = z
  .object({ values: z.array(BusinessMetricValue), links: Links })
  .meta({ id: 'BusinessMetricValues' });

const start_date = queryDate().optional().describe('First day, included.');

export const getValues = operation({
  id: 'getBusinessMetricValues',
  tag: 'BusinessMetrics',
  method: 'GET',
  path: '/v2/business_metrics/{business_metric_token}/values',
  summary: 'Read the values of a business metric, newest first',
  params,
  query: z.object({
    ...pageQuery,
    start_date,
    label_values: z
      .array(z.string())
      .optional()
      .describe('Exact labels; of several keys, under any.'),
    date_bin: z.enum(['day', 'month']).optional().describe('Adds up values, each label by itself.'),
  }),
  status: 200,
  errors: [400, 404],
  response: BusinessMetricValues,
  run: ({ params: { business_metric_token: token }, query }, ctx) =>
    listValues(ctx, { metric: token, forecasted: false }, query),
});

export const getForecastedValues = operation({
  id: 'getBusinessMetricForecastedValues',
  tag: 'BusinessMetrics',
  method: 'GET',
  path: '/v2/business_metrics/{business_metric_token}/forecasted_values',
  summary: 'Read the values that a business metric is expected to have, newest first',
  params,
  query: z.object({ ...pageQuery, start_date }),
  status: 200,
  errors: [404],
  response: BusinessMetricValues,
  run: ({ params: { business_metric_token: token }, query }, ctx) =>
    listValues(ctx, { metric: token, forecasted: true }, query),
});

interface Asked {
  page?: number;
  limit?: number;
  start_date?: string;
  label_values?: string[];
  date_bin?: 'day' | 'month';
}

async function listValues(
  ctx: Context,
  store: ValueStore,
  asked: Asked,
): Promise<z.input<typeof BusinessMetricValues>> {
  const page = pageOf(asked, pageSize);
  await businessMetrics.rows.load(ctx, store.metric);
  const { values, total } = await readPage(ctx, store, asked, page);
  return { values, links: pageLinks(ctx.origin, ctx.url, page, total) };
}

/** Whether a value has one of some labels; where it has several, under any key. */
const hasLabel = (labels: readonly string[]) => sql<SqlBool>`(label = any(${[...labels]})
  or exists (select 1 from jsonb_each_text(labels) each where each.value = any(${[...labels]})))`;

async function readPage(ctx: Context, store: ValueStore, asked: Asked, page: Page) {
  const conditions = [
    sql<SqlBool>`business_metric_token = ${store.metric} and forecasted = ${store.forecasted}`,
    ...(asked.start_date
      ? [sql<SqlBool>`at >= ${firstMoment(asked.start_date)}::timestamptz`]
      : []),
    ...(asked.label_values ? [hasLabel(asked.label_values)] : []),
  ];
  const matching = sql`from business_metric_values where ${sql.join(conditions, sql` and `)}`;
  const bins = sql`(select date_trunc(${asked.date_bin}, at, 'UTC') as at, label,
    sum(amount) as amount ${matching} group by 1, 2) bins`;
  const source = asked.date_bin ? sql`from ${bins}` : matching;
  const { rows } = await sql<{ at: Date; label: string; amount: string }>`
    select at, label, amount::text as amount ${source}
    order by at desc, label limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total ${source}`.execute(ctx.db);
  const values = rows.map(({ at, label, amount }) => ({
    date: formatTimestamp(at),
    amount: formatDecimal(amount),
    ...(label !== '' && { label }),
  }));
  return { values, total: counted[0]!.total };
}

const BusinessMetricLabels = z
  .object({
    links: Links,
    labels: z.array(z.object({ value: z.string() }).meta({ id: 'BusinessMetricLabel' })),
  })
  .meta({ id: 'BusinessMetricLabels' });

export const getLabels = operation({
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
    const labels = sql`(select distinct value from business_metric_values,
      lateral (select label as value where labels is null
        union all select each.value from jsonb_each_text(labels) each) flattened
      where business_metric_token = ${token} and value <> '') labels`;
    const { rows } = await sql<{ value: string }>`select value from ${labels}
      order by lower(value) collate "C", value collate "C"
      limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from ${labels}`.execute(ctx.db);
    return { links: pageLinks(ctx.origin, ctx.url, page, counted[0]!.total), labels: rows };
  },
});
