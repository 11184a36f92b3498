import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { costAlertEvents, costAlerts } from '../../domain/watch/cost-alerts/index.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { notFound } from '../../platform/lib/errors.js';

const tag = 'CostAlertEvents';
const path = '/v2/cost_alerts/{cost_alert_token}/events';
const params = z.object({ cost_alert_token: z.string() });

const getEvents = pagedOperation({
  id: 'getCostAlertEvents',
  tag,
  path,
  summary: 'List the events of a cost alert, the latest first',
  params,
  query: z.object({ report_token: z.string().optional() }),
  errors: [404],
  response: { cost_alert_events: z.array(costAlertEvents.model) },
  responseId: 'CostAlertEvents',
  read: async ({ params: { cost_alert_token }, query }, ctx, page) => {
    const alert = await costAlerts.rows.load(ctx, cost_alert_token);
    const { rows, total } = await costAlertEvents.rows.list(ctx, page, [
      sql<SqlBool>`alert_token = ${alert.token}`,
      ...(query.report_token === undefined
        ? []
        : [sql<SqlBool>`report_token = ${query.report_token}`]),
    ]);
    return {
      rowCount: total,
      cost_alert_events: await costAlertEvents.serializeRows(rows, ctx),
    };
  },
});

const getEvent = operation({
  id: 'getCostAlertEvent',
  tag,
  method: 'GET',
  path: `${path}/{event_token}`,
  summary: 'Get an event of a cost alert',
  params: params.extend({ event_token: z.string() }),
  status: 200,
  errors: [404],
  response: costAlertEvents.model,
  run: async ({ params: { cost_alert_token, event_token } }, ctx) => {
    const alert = await costAlerts.rows.load(ctx, cost_alert_token);
    const event = await costAlertEvents.rows.load(ctx, event_token);
    if (event.alert_token !== alert.token) throw notFound(costAlertEvents.kind);
    return costAlertEvents.serialize(event, ctx);
  },
});

export const costAlertEventOperations: Operation[] = [getEvents, getEvent];
