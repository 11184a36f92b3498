import { sql } from 'kysely';
import { z } from 'zod';
import type {
  CurrencyConversion,
  ExplainedLine,
  LoadLineCount,
} from '../../domain/costs/query/index.js';
import { Decimal, type DecimalValue, formatDecimal } from '../../platform/lib/decimal.js';
import type { Context } from '../../platform/kernel/context.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { UsagePartial } from './serialize-costs.js';
import { ExplainedSegment } from './explained-segments.js';

export const ExplainedFilter = z
  .object({
    text: z.string(),
    branches: z.array(z.string()).describe('Alternatives of the filter, in order.'),
  })
  .meta({ id: 'ExplainedFilter' });

export const ExplainedLoad = z
  .object({
    load_id: z.int(),
    integration_token: z.string(),
    format: z.string(),
    partition: z
      .string()
      .describe(
        'The part of the source that the load imports, such as a billing period; empty for a delegated integration.',
      ),
    imported_at: z.string().nullable(),
    lines_count: z.int().describe('Lines of the load that contribute to the figure.'),
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
    source_file: z.string().describe('Empty for costs of a delegated integration.'),
    source_row: z.int().describe('Row number, starting at 1 below the header.'),
    part: z
      .int()
      .describe('Index among the lines of the row; amortized rows have one line per day.'),
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
    amount: z.string().describe('Amount in the currency of the line.'),
    currency: z.string(),
    share: z.string().describe('Share that the filters allocate; 1.0 is the full amount.'),
    rate: z.string().nullable().describe('Exchange rate; null if the amount is not converted.'),
    counted_amount: z.string().describe('amount × share × rate.'),
    branches: z.array(text).describe('The alternative of each filter that matches the line.'),
    segment: ExplainedSegment.nullable().describe(
      'For the report of a segment, the segment that the line is allocated to.',
    ),
  })
  .meta({ id: 'CostLine' });

const plain = (value: DecimalValue) => formatDecimal(new Decimal(value).toFixed());

function rateOf(line: { currency: string; rate_day: string }, { to, factors }: CurrencyConversion) {
  if (line.currency === to) return undefined;
  return factors.find(({ currency, date }) => currency === line.currency && date === line.rate_day)
    ?.factor;
}

/** A source line as the API returns it, without its segment. */
export function serializeLine(
  line: ExplainedLine,
  conversion: CurrencyConversion,
  filters: readonly { branches: readonly { text: string }[] }[],
): Omit<z.input<typeof CostLine>, 'segment'> {
  const { rate_day: _, segment_index: __, usage, unit, ...rest } = line;
  const rate = rateOf(line, conversion);
  const counted = new Decimal(line.amount).times(line.share).times(rate ?? 1);
  return {
    ...rest,
    source_row: Number(line.source_row),
    usage: { amount: formatDecimal(usage ?? '0'), unit: unit ?? '' },
    amount: formatDecimal(line.amount),
    share: plain(line.share),
    rate: rate === undefined ? null : plain(rate),
    counted_amount: plain(counted),
    branches: line.branches.map((index, filter) => filters[filter]?.branches[index]?.text ?? null),
  };
}

/** Reads the loads behind a figure, each with its number of lines. */
export async function readExplainedLoads(
  { db, actor }: Context,
  shares: readonly LoadLineCount[],
): Promise<z.input<typeof ExplainedLoad>[]> {
  const lines = new Map<number, number>();
  for (const share of shares) {
    lines.set(share.load_id, (lines.get(share.load_id) ?? 0) + Number(share.lines));
  }
  const loads = await db
    .selectFrom('loads as l')
    .leftJoin('integrations as i', 'i.token', 'l.integration_token')
    .select(['load_id', 'integration_token', 'format', 'partition', 'finished_at'])
    .select('i.account_token as source_account')
    .where('load_id', '=', sql<number>`any(${[...lines.keys()]}::int[])`)
    .orderBy('load_id')
    .execute();
  return loads.map(({ finished_at, source_account, partition, ...load }) => ({
    ...load,
    // Where the management account keeps its bills is not for managed accounts to know.
    partition: source_account === actor.accountToken ? partition : '',
    imported_at: finished_at && formatTimestamp(finished_at),
    lines_count: lines.get(load.load_id) ?? 0,
  }));
}

/** The exchange rates behind a figure, once each. */
export function serializeRates(
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
