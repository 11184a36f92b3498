import type { CalendarBin, DateRange } from '../../platform/lib/date-intervals.js';
import { addDays, daysIn } from '../../platform/lib/days.js';
import { selectCachedRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../platform/store/tables.js';
import { clampToDateType } from '../costs/cost-query.js';
import { type CostScope, readScope, scopeWithin } from '../costs/cost-scope.js';
import { readCurrencyConversion } from '../costs/read-currency-conversion.js';
import {
  checkFilter,
  compileWhere,
  financialCommitmentLines,
  QueryParameters,
} from '../vql/index.js';
import { buildFigures } from './figures-statement.js';
import { type FigureSums, figureNames, noSums } from './figures.js';
import { listBuckets } from './list-buckets.js';
import { groupingSql } from './report-groupings.js';

export interface FiguresRequest {
  workspace: string;
  range: DateRange;
  today: string;
  bucket: CalendarBin;
  groupings: readonly string[];
  filter: string | null;
  onDemandScope: 'discountable' | 'all';
  limit: number;
  offset: number;
}

export interface FigureSeries {
  /** Empty texts are lines without a value. */
  values: string[];
  sums: FigureSums;
  /** One per bucket. */
  buckets: FigureSums[];
}

export interface CommitmentFigures {
  currency: string;
  unconverted: readonly string[];
  scope: CostScope;
  /** Days instead of the hours that were requested, where the bills have no hours. */
  bucket: CalendarBin;
  buckets: string[];
  total: FigureSeries;
  groups: FigureSeries[];
  groupCount: number;
}

type Stores = { db: Db; costs: CostStore };
type Row = FigureSums & {
  group_count: string;
  buckets: [bucket: string, ...sums: string[]][];
} & Record<`g${number}`, string>;

/** Reads the figures of a commitment report: one statement for its groups and one for the total. */
export async function readFigures(
  { db, costs }: Stores,
  request: FiguresRequest,
): Promise<CommitmentFigures> {
  const { workspace, range, today } = request;
  const scope = await readScope(db, [workspace]);
  const conversion = await readCurrencyConversion(db, workspace, scope, range);
  const last = range.end < today ? range.end : today;
  const parameters = new QueryParameters();
  const { where } = compileWhere(
    [checkFilter('financial_commitment_report', request.filter)],
    scopeWithin(scope, range),
    { source: financialCommitmentLines, parameters },
  );
  const groups = request.groupings.map((name) =>
    groupingSql(name, (type, value) => parameters.bind(type, value)),
  );
  const params = {
    ...parameters.values,
    start_date: clampToDateType(range.start),
    end_date: clampToDateType(addDays(last, 1)),
    to_currency: conversion.to,
    ...(conversion.factors.length > 0 && {
      rate_currencies: conversion.factors.map(({ currency }) => currency),
      rate_days: conversion.factors.map(({ date }) => date),
      rate_factors: conversion.factors.map(({ factor }) => factor),
    }),
  };
  const bucket =
    request.bucket === 'hour' && !(await hasHours(costs, where, range, params))
      ? 'day'
      : request.bucket;
  const buckets = listBuckets(bucket, { start: range.start, end: last });
  const read = (sqls: readonly string[], limit: number, offset: number) =>
    selectCachedRows<Row>(
      costs,
      buildFigures({ ...request, where, bucket, groups: sqls, conversion, limit, offset }),
      params,
    );
  const [total] = await read([], 1, 0);
  const rows = await read(groups, request.limit, request.offset);
  return {
    currency: conversion.to,
    unconverted: conversion.unratedCurrencies,
    scope,
    bucket,
    buckets,
    total: seriesOf(total, [], buckets),
    groups: rows.map((row) => seriesOf(row, groups, buckets)),
    groupCount: Number(rows[0]?.group_count ?? 0),
  };
}

/** Hours are shown for two weeks at most, and only if some line is billed by the hour. */
async function hasHours(
  costs: CostStore,
  where: string,
  range: DateRange,
  params: Record<string, unknown>,
): Promise<boolean> {
  if (daysIn(range) > 14) return false;
  const statement =
    `SELECT 1 AS found FROM lines WHERE granularity = 'hour' AND provider = 'aws'` +
    ` AND usage_date >= {start_date:Date} AND usage_date < {end_date:Date} AND ${where} LIMIT 1`;
  return (await selectCachedRows(costs, statement, params)).length > 0;
}

function seriesOf(
  row: Row | undefined,
  groups: readonly string[],
  buckets: readonly string[],
): FigureSeries {
  const byBucket = new Map(
    (row?.buckets ?? []).map(([bucket, ...sums]) => [
      bucket,
      Object.fromEntries(figureNames.map((name, index) => [name, sums[index]!])),
    ]),
  );
  return {
    values: groups.map((_, index) => row![`g${index}`]!),
    sums: row ?? noSums,
    buckets: buckets.map((bucket) => ({ ...noSums, ...byBucket.get(bucket) })),
  };
}
