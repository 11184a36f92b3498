import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { changeValues } from './change-values.js';
import { parseValueDate } from './parse-value.js';

interface DeletedValues {
  /** Dates or timestamps, both inclusive. */
  start_date?: string;
  end_date?: string;
  label?: string;
  forecasted?: boolean;
}

/** Deletes the values of a metric within a range and with a label, and returns their number. */
export async function deleteValues(
  ctx: Context,
  metric: Row<'business_metrics'>,
  { forecasted = false, ...range }: DeletedValues,
): Promise<number> {
  const conditions = conditionsOf(range);
  if (metric.keyed_labels && conditions.length > 0) {
    throw new DomainFailure([
      'The values of this business metric have several labels each and can only be deleted all at once; leave out start_date, end_date and label',
    ]);
  }
  return changeValues(ctx, metric, forecasted, async (set) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('business_metric_values')
      .where('business_metric_token', '=', set.metric)
      .where('forecasted', '=', set.forecasted)
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow();
    const count = Number(numDeletedRows);
    return { written: count, result: count };
  });
}

function conditionsOf({ start_date, end_date, label }: Omit<DeletedValues, 'forecasted'>) {
  const start = start_date && parseValueDate(start_date)!;
  const end = end_date && parseValueDate(end_date)!;
  // An end date without a time includes the whole day.
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
