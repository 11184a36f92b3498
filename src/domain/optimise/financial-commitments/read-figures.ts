import type { CalendarBin, DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  clampToDateType,
  type CostScope,
  readScope,
  scopeWithin,
  readCurrencyConversion,
} from '../../costs/query/index.js';
import { checkFilter, compileWhere, financialCommitmentLines } from '../../costs/vql/index.js';
import { buildFigures, withinDates } from './figures-statement.js';
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
  const { where } = compileWhere(
    [checkFilter('financial_commitment_report', request.filter)],
    scopeWithin(scope, range),
    { source: financialCommitmentLines },
  );
  const groups = request.groupings.map(groupingSql);
  const dates = {
    startDate: clampToDateType(range.start),
    endDate: clampToDateType(addDays(last, 1)),
  };
  const bucket =
    request.bucket === 'hour' &&
    !(await hasHours(costs, sql`${withinDates(dates)} AND ${where}`, range))
      ? 'day'
      : request.bucket;
  const buckets = listBuckets(bucket, { start: range.start, end: last });
  const read = (sqls: readonly Sql[], limit: number, offset: number) =>
    selectCachedRows<Row>(
      costs,
      buildFigures({
        ...request,
        ...dates,
        where,
        bucket,
        groups: sqls,
        conversion,
        limit,
        offset,
      }),
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
async function hasHours(costs: CostStore, where: Sql, range: DateRange): Promise<boolean> {
  if (daysIn(range) > 14) return false;
  const statement = sql`SELECT 1 AS found FROM lines
    WHERE granularity = 'hour' AND provider = 'aws' AND ${where} LIMIT 1`;
  return (await selectCachedRows(costs, statement)).length > 0;
}

function seriesOf(
  row: Row | undefined,
  groups: readonly Sql[],
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
