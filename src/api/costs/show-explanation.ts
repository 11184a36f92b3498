import { sql } from 'kysely';
import { z } from 'zod';
import type { CurrencyConversion } from '../../domain/costs/currency-conversion.js';
import type { ExplainedLine, LoadLineCount } from '../../domain/costs/explain-costs.js';
import { Decimal, type DecimalValue, formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import type { Db } from '../../platform/store/tables.js';
import { UsagePartial } from './show-costs.js';
import { ExplainedSegment } from './show-segments.js';

export const ExplainedFilter = z
  .object({
    text: z.string(),
    branches: z.array(z.string()).describe('Its alternatives, in order.'),
  })
  .meta({ id: 'ExplainedFilter' });

export const ExplainedLoad = z
  .object({
    load_id: z.int(),
    integration_token: z.string(),
    format: z.string(),
    partition: z.string().describe('The part of the source that the load is a version of.'),
    imported_at: z.string().nullable(),
    lines_count: z.int().describe('Lines of the load in this figure.'),
  })
  .meta({ id: 'ExplainedLoad' });

export const ExplainedRate = z
  .object({
    base_currency_code: z.string(),
    currency_code: z.string(),
    date: z.string(),
    rate: z.string(),
  })
  .meta({ id: 'ExplainedRate' });

const text = z.string().nullable();

export const CostLine = z
  .object({
    line_id: z.string(),
    load_id: z.int(),
    source_file: z.string(),
    source_row: z.int().describe('Counted from 1 below the header.'),
    part: z.int().describe('Rows that are spread over days become several lines.'),
    line_kind: z.string(),
    usage_date: z.string(),
    charge_start: z.string(),
    charge_end: z.string(),
    provider: z.string(),
    billing_account_id: text,
    account_id: text,
    service: z.string(),
    region: text,
    resource_id: text,
    description: text,
    charge_type: z.string(),
    usage: UsagePartial,
    tags: z.record(z.string(), z.string()),
    amount: z.string().describe('In the currency of the line.'),
    currency: z.string(),
    share: z.string().describe('What the filters count of it: 1.0 is all.'),
    rate: z.string().nullable().describe('What it is converted with; null when it is not.'),
    counted_amount: z.string().describe('amount times share times rate.'),
    branches: z.array(text).describe('Per filter, the alternative that took the line.'),
    segment: ExplainedSegment.nullable().describe(
      'On the report of a segment, the one that took the line.',
    ),
  })
  .meta({ id: 'CostLine' });

const plain = (value: DecimalValue) => formatDecimal(new Decimal(value).toFixed());

function rateOf(line: { currency: string; rate_day: string }, { to, factors }: CurrencyConversion) {
  if (line.currency === to) return undefined;
  return factors.find(({ currency, date }) => currency === line.currency && date === line.rate_day)
    ?.factor;
}

export function showLine(
  line: ExplainedLine,
  conversion: CurrencyConversion,
  filters: readonly { branches: readonly { text: string }[] }[],
): Omit<z.input<typeof CostLine>, 'segment'> {
  const { rate_day: _, segment_index: __, usage, unit, ...shown } = line;
  const rate = rateOf(line, conversion);
  const counted = new Decimal(line.amount).times(line.share).times(rate ?? 1);
  return {
    ...shown,
    source_row: Number(line.source_row),
    usage: { amount: formatDecimal(usage ?? '0'), unit: unit ?? '' },
    amount: formatDecimal(line.amount),
    share: plain(line.share),
    rate: rate === undefined ? null : plain(rate),
    counted_amount: plain(counted),
    branches: line.branches.map((index, filter) => filters[filter]?.branches[index]?.text ?? null),
  };
}

export async function showLoads(
  db: Db,
  shares: readonly LoadLineCount[],
): Promise<z.input<typeof ExplainedLoad>[]> {
  const lines = new Map<number, number>();
  for (const share of shares) {
    lines.set(share.load_id, (lines.get(share.load_id) ?? 0) + Number(share.lines));
  }
  const loads = await db
    .selectFrom('loads')
    .select(['load_id', 'integration_token', 'format', 'partition', 'finished_at'])
    .where('load_id', '=', sql<number>`any(${[...lines.keys()]}::int[])`)
    .orderBy('load_id')
    .execute();
  return loads.map(({ finished_at, ...load }) => ({
    ...load,
    imported_at: finished_at && formatTimestamp(finished_at),
    lines_count: lines.get(load.load_id) ?? 0,
  }));
}

export function showRates(
  shares: readonly LoadLineCount[],
  conversion: CurrencyConversion,
): z.input<typeof ExplainedRate>[] {
  const rates = shares.flatMap((share) => {
    const rate = rateOf(share, conversion);
    if (rate === undefined) return [];
    const { currency, rate_day: date } = share;
    return [
      { base_currency_code: currency, currency_code: conversion.to, date, rate: plain(rate) },
    ];
  });
  return [
    ...new Map(rates.map((rate) => [`${rate.base_currency_code} ${rate.date}`, rate])).values(),
  ];
}
