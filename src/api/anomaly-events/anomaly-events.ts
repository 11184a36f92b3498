import { z } from 'zod';
import {
  type AnomalyEvent,
  anomalyAlerts,
  eventStatuses,
  explainImpact,
  readEvent,
  readEvents,
  reviewEvent,
  reviewStatuses,
} from '../../domain/watch/anomalies/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { choice, emptyValueRules, queryDate, text } from '../../platform/kernel/fields.js';
import { type Operation, operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { daysIn } from '../../platform/lib/days.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { pick } from '../../platform/lib/pick.js';

/** The figures of the first day are those of the anomaly that shows most of the costs. */
const shared = [
  'provider',
  'service',
  'category',
  'kind',
  'currency',
  'anomaly_date',
  'amount',
  'previous_amount',
  'seven_day_average',
  'expected_amount',
  'expected_lower',
  'expected_upper',
  'cost_report_token',
  'feedback',
  'created_at',
] as const;

const fields = anomalyAlerts.model.shape;
const Event = z
  .object({
    token: z
      .string()
      .describe(
        'Token of the anomaly alert that the figures are of; those of the others work too.',
      ),
    ...pick(fields, shared),
    cost_report_token: z.string().describe('Cost report that the figures are of.'),
    cost_report_tokens: z.array(z.string()).describe('Cost reports that show the event.'),
    anomaly_alert_tokens: z.array(z.string()).describe('Anomaly alerts of these reports.'),
    status: z
      .enum(eventStatuses)
      .describe(
        'open: nobody has dealt with it, and it is recent or a new level that lasts. acknowledged and accepted: by a person, accepted as the new normal. closed: archived. ignored: by a person.',
      ),
    last_day: z
      .string()
      .nullable()
      .describe('Its last day so far; null until it is searched again.'),
    day_count: z.int().nullable(),
    is_over: z.boolean().describe('Whether costs have come back to what was expected.'),
    impact: z
      .string()
      .nullable()
      .describe('Costs of its days less what they were expected to cost without it.'),
    accepted_on: z
      .string()
      .nullable()
      .describe('Day on which it was accepted as the new normal; its impact does not grow then.'),
  })
  .meta({ id: 'AnomalyEvent' });

const params = z.object({ anomaly_event_token: z.string() });

const version: Operation['version'] = async (input, ctx, forUpdate) => {
  const { lead } = await readEvent(ctx, String(input.params['anomaly_event_token']));
  return anomalyAlerts.version(ctx, lead.token, forUpdate);
};

const getAnomalyEvents = pagedOperation({
  id: 'getAnomalyEvents',
  tag: 'AnomalyAlerts',
  path: '/v2/anomaly_events',
  summary: 'List anomalies, once for all cost reports that show them, the newest first',
  query: z.object({
    start_date: queryDate().optional().describe('First day on which an event begins.'),
    end_date: queryDate().optional().describe('Last day on which an event begins.'),
    cost_report_token: z.string().optional().describe('Events that this report shows.'),
    workspace_token: z.string().optional(),
    status: z.enum(eventStatuses).optional().describe('By default, all but ignored ones.'),
  }),
  errors: [400],
  response: { anomaly_events: z.array(Event) },
  responseId: 'AnomalyEvents',
  read: async ({ query }, ctx, page) => {
    requireDateOrder(query.start_date, query.end_date);
    const filter = {
      workspace: query.workspace_token,
      report: query.cost_report_token,
      status: query.status,
      start: query.start_date,
      end: query.end_date,
    };
    const { events, total } = await readEvents(ctx, filter, page);
    return { rowCount: total, anomaly_events: await serialize(events, ctx) };
  },
});

const getAnomalyEvent = operation({
  id: 'getAnomalyEvent',
  tag: 'AnomalyAlerts',
  method: 'GET',
  path: '/v2/anomaly_events/{anomaly_event_token}',
  summary: 'Get an anomaly with all cost reports that show it',
  params,
  status: 200,
  errors: [404],
  response: Event,
  version,
  run: async (input, ctx) => serializeOne(ctx, input.params.anomaly_event_token),
});

const updateAnomalyEvent = operation({
  id: 'updateAnomalyEvent',
  tag: 'AnomalyAlerts',
  method: 'PUT',
  path: '/v2/anomaly_events/{anomaly_event_token}',
  summary: 'Acknowledge an anomaly, accept it as the new normal, ignore or reopen it',
  params,
  body: z
    .object({
      status: choice(reviewStatuses).optional(),
      feedback: text().nullable().optional().register(emptyValueRules, { null: 'clears' }),
    })
    .meta({ id: 'updateAnomalyEvent' }),
  status: 200,
  errors: [400, 403, 404, 422],
  response: Event,
  version,
  run: async ({ params: { anomaly_event_token: token }, body }, ctx) => {
    await reviewEvent(ctx, token, body);
    return serializeOne(ctx, token);
  },
});

const getAnomalyDrivers = operation({
  id: 'getAnomalyDrivers',
  tag: 'AnomalyAlerts',
  method: 'GET',
  path: '/v2/anomaly_events/{anomaly_event_token}/drivers',
  summary: 'Get the resources that the impact of an anomaly consists of',
  params,
  status: 200,
  errors: [404],
  response: z
    .object({
      currency: z.string(),
      impact: z.string().nullable(),
      drivers: z
        .array(
          z
            .object({
              resource: z.string().describe('Identifier of the resource, as bills have it.'),
              name: z.string(),
              amount: z
                .string()
                .describe(
                  'Its costs in the days of the event, less as many days at the average of the seven days before.',
                ),
            })
            .meta({ id: 'AnomalyDriver' }),
        )
        .describe('The largest first, at most 5.'),
      rest: z
        .string()
        .nullable()
        .describe('The impact less these amounts; negative where they rose by more.'),
    })
    .meta({ id: 'AnomalyDrivers' }),
  run: async ({ params: { anomaly_event_token: token } }, ctx) => {
    const { lead } = await readEvent(ctx, token);
    const explained = await explainImpact(ctx, lead);
    return {
      currency: lead.currency,
      impact: lead.impact && formatDecimal(lead.impact),
      drivers: (explained?.drivers ?? []).map(({ id, name, rise }) => ({
        resource: id,
        name,
        amount: formatDecimal(rise.toFixed()),
      })),
      rest: explained && formatDecimal(explained.rest.toFixed()),
    };
  },
});

export const anomalyEventOperations = [
  getAnomalyEvents,
  getAnomalyEvent,
  updateAnomalyEvent,
  getAnomalyDrivers,
];

const serializeOne = async (ctx: Context, token: string) =>
  (await serialize([await readEvent(ctx, token)], ctx))[0]!;

async function serialize(
  events: readonly AnomalyEvent[],
  ctx: Context,
): Promise<z.input<typeof Event>[]> {
  const leads = await anomalyAlerts.serializeRows(
    events.map(({ lead }) => lead),
    ctx,
  );
  return events.map(({ lead, status, anomalies, reports }, index) => ({
    ...pick(leads[index]!, shared),
    token: lead.token,
    cost_report_tokens: reports,
    anomaly_alert_tokens: anomalies,
    status,
    last_day: lead.last_day,
    day_count: lead.last_day && daysIn({ start: lead.anomaly_date, end: lead.last_day }),
    is_over: lead.is_over,
    impact: lead.impact && formatDecimal(lead.impact),
    accepted_on: lead.accepted_on,
  })) as z.input<typeof Event>[];
}
