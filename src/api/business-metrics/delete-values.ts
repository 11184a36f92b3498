import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { DomainFailure } from '../../platform/lib/errors.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { businessMetrics } from '../../domain/business-metrics/business-metric.js';
import { recordValues } from './record-values.js';
import { parseValueDate } from '../../domain/business-metrics/parse-value.js';

const moment = () =>
  z.string().refine((text) => parseValueDate(text) !== undefined, { error: 'is invalid' });

export const deleteValues = operation({
  id: 'deleteBusinessMetricValues',
  tag: 'BusinessMetrics',
  method: 'DELETE',
  path: '/v2/business_metrics/{business_metric_token}/values',
  summary: 'Delete values of a business metric; without a range and a label, all of them',
  params: z.object({ business_metric_token: z.string() }),
  query: z.object({
    start_date: moment().optional().describe('Date or timestamp, included.'),
    end_date: moment().optional().describe('Date or timestamp, included; a date is its whole day.'),
    label: z.string().optional().describe('The exact label; empty for values without one.'),
    forecasted: queryFlag().optional(),
  }),
  keepsEmpty: ['label'],
  status: 200,
  errors: [403, 404, 422],
  role: 'editor',
  response: z.object({ deleted_count: z.int() }).meta({ id: 'BusinessMetricValuesDeleteResponse' }),
  run: async ({ params: { business_metric_token: token }, query }, ctx) => {
    const metric = await businessMetrics.rows.loadForUpdate(ctx, token);
    const conditions = conditionsOf(query);
    if (metric.keyed_labels && conditions.length > 0) {
      throw new DomainFailure([
        'The values of this business metric have several labels each and can only be deleted all at once; leave out start_date, end_date and label',
      ]);
    }
    return recordValues(ctx, metric, query.forecasted ?? false, async (store) => {
      const { numDeletedRows } = await ctx.db
        .deleteFrom('business_metric_values')
        .where('business_metric_token', '=', store.metric)
        .where('forecasted', '=', store.forecasted)
        .where((eb) => eb.and(conditions))
        .executeTakeFirstOrThrow();
      const deleted_count = Number(numDeletedRows);
      return { written: deleted_count, result: { deleted_count } };
    });
  },
});

interface Range {
  start_date?: string;
  end_date?: string;
  label?: string;
}

function conditionsOf({ start_date, end_date, label }: Range) {
  const start = start_date && parseValueDate(start_date)!;
  const end = end_date && parseValueDate(end_date)!;
  // A day alone is meant whole.
  const span = end_date && isDay(end_date) ? '1 day' : '1 microsecond';
  if (start && end && (span === '1 day' ? start.slice(0, 10) > end.slice(0, 10) : start > end)) {
    throw new DomainFailure(['start_date must not be after end_date']);
  }
  return [
    ...(start ? [sql<SqlBool>`at >= ${start}::timestamptz`] : []),
    ...(end ? [sql<SqlBool>`at < ${end}::timestamptz + ${span}::interval`] : []),
    ...(label === undefined ? [] : [sql<SqlBool>`label = ${label}`]),
  ];
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
