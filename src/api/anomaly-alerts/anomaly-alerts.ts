import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { anomalyAlerts, requireEditable } from '../../domain/watch/anomalies/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { emptyValueRules, openApiSchemas, queryDate, text } from '../../platform/kernel/fields.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { Links, type Page, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { pick } from '../../platform/lib/pick.js';

const { rows, model } = anomalyAlerts;
const params = z.object({ anomaly_alert_token: z.string() });

const statuses = ['active', 'archived', 'ignored'] as const;
const day = () => queryDate().register(openApiSchemas, { type: 'string', format: 'date-time' });
const query = z.object({
  ...pageQuery,
  start_date: day().optional().describe('First anomalous day.'),
  end_date: day().optional().describe('Last anomalous day.'),
  provider: z.string().optional(),
  service: z.string().optional(),
  cost_category: z.string().optional(),
  cost_report_token: z.string().optional(),
  workspace_token: z.string().optional(),
  status: z.enum(statuses).optional().describe('By default, all but ignored ones.'),
});

const version: Operation['version'] = (input, ctx, forUpdate) =>
  anomalyAlerts.version(ctx, String(input.params['anomaly_alert_token']), forUpdate);

const getAnomalyAlerts = operation({
  id: 'getAnomalyAlerts',
  tag: 'AnomalyAlerts',
  method: 'GET',
  path: '/v2/anomaly_alerts',
  summary: 'List anomaly alerts, the newest anomalous day first',
  query,
  status: 200,
  errors: [400],
  response: z
    .object({ links: Links, anomaly_alerts: z.array(model) })
    .meta({ id: 'AnomalyAlerts' }),
  run: async ({ query: filters }, ctx) => {
    requireDateOrder(filters.start_date, filters.end_date);
    const page = pageOf(filters);
    const { found, total } = await readPage(ctx, page, conditionsOf(filters));
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      anomaly_alerts: await anomalyAlerts.serializeRows(found, ctx),
    };
  },
});

const getAnomalyAlert = operation({
  id: 'getAnomalyAlert',
  tag: 'AnomalyAlerts',
  method: 'GET',
  path: '/v2/anomaly_alerts/{anomaly_alert_token}',
  summary: 'Get an anomaly alert',
  params,
  status: 200,
  errors: [404],
  response: model,
  version,
  run: async (input, ctx) =>
    anomalyAlerts.serialize(await rows.load(ctx, input.params.anomaly_alert_token), ctx),
});

const updateAnomalyAlert = operation({
  id: 'updateAnomalyAlert',
  tag: 'AnomalyAlerts',
  method: 'PUT',
  path: '/v2/anomaly_alerts/{anomaly_alert_token}',
  summary: 'Set the status of an anomaly alert, and say why',
  params,
  body: z
    .object({
      status: z.enum(statuses).register(openApiSchemas, { type: 'string' }),
      feedback: text().nullable().optional().register(emptyValueRules, { null: 'clears' }),
    })
    .meta({ id: 'updateAnomalyAlert' }),
  status: 200,
  errors: [400, 403, 404, 422],
  response: model,
  version,
  run: async ({ params: { anomaly_alert_token: token }, body }, ctx) => {
    const current = await rows.loadForUpdate(ctx, token);
    await requireEditable(ctx, current);
    const before = await anomalyAlerts.serialize(current, ctx);
    const row = await rows.update(ctx, token, {
      ...pick(body, ['status', 'feedback']),
      has_set_status: true,
      review: null,
      accepted_on: null,
    });
    const after = await anomalyAlerts.serialize(row, ctx);
    await anomalyAlerts.record(ctx, row, before, after);
    return after;
  },
});

export const anomalyAlertOperations = [getAnomalyAlerts, getAnomalyAlert, updateAnomalyAlert];

type Conditions = Expression<SqlBool>[];

function conditionsOf(filters: z.output<typeof query>): Conditions {
  const { status, workspace_token: workspace } = filters;
  const conditions = [
    status === undefined ? sql<SqlBool>`status <> 'ignored'` : sql<SqlBool>`status = ${status}`,
  ];
  const named = {
    provider: filters.provider,
    service: filters.service,
    category: filters.cost_category,
  };
  for (const [column, value] of Object.entries(named)) {
    if (value === undefined) continue;
    conditions.push(sql<SqlBool>`lower(${sql.ref(column)}) = ${value.toLowerCase()}`);
  }
  const { start_date: start, end_date: end, cost_report_token: report } = filters;
  if (start) conditions.push(sql<SqlBool>`anomaly_date >= ${start}`);
  if (end) conditions.push(sql<SqlBool>`anomaly_date <= ${end}`);
  if (report !== undefined) conditions.push(sql<SqlBool>`cost_report_token = ${report}`);
  if (workspace !== undefined) conditions.push(sql<SqlBool>`workspace_token = ${workspace}`);
  return conditions;
}

/** One page by anomalous day, with the number of all that match. */
async function readPage(ctx: Context, page: Page, conditions: Conditions) {
  const visible = await rows.visible(ctx);
  const matching = ctx.db
    .selectFrom('anomaly_alerts')
    .where((eb) => eb.and([...visible, ...conditions]));
  const found = await matching
    .selectAll()
    .orderBy('anomaly_date', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { found, total };
}
