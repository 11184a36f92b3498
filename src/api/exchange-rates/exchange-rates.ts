import { z } from 'zod';
import {
  countRates,
  ExchangeRate,
  listRates,
  storeRates,
  parseRates,
} from '../../domain/costs/exchange-rates/index.js';
import { csvFile } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { type Page } from '../../platform/kernel/paging.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';

const Meta = z.object({
  current_page: z.int(),
  next_page: z.int().nullable(),
  prev_page: z.int().nullable(),
  total_pages: z.int(),
  total_count: z.int(),
});

const getExchangeRates = pagedOperation({
  id: 'getExchangeRates',
  tag: 'ExchangeRates',
  path: '/v2/exchange_rates',
  summary: 'List exchange rates, newest first',
  errors: [],
  response: { exchange_rates: z.array(ExchangeRate), meta: Meta },
  responseId: 'ExchangeRates',
  read: async (_input, ctx, page) => {
    const total = await countRates(ctx);
    return {
      rowCount: total,
      exchange_rates: await listRates(ctx, page),
      meta: metaOf(page, total),
    };
  },
});

function metaOf({ number, limit }: Page, total: number): z.input<typeof Meta> {
  const last = Math.max(1, Math.ceil(total / limit));
  return {
    current_page: number,
    next_page: number < last ? number + 1 : null,
    prev_page: number > 1 ? Math.min(number - 1, last) : null,
    total_pages: last,
    total_count: total,
  };
}

const createExchangeRatesViaCsv = operation({
  id: 'createExchangeRatesViaCsv',
  tag: 'ExchangeRates',
  method: 'POST',
  path: '/v2/exchange_rates/csv',
  summary: 'Upload exchange rates as CSV; a rate for the same currencies and date is replaced',
  body: z.object({
    csv: csvFile().describe(
      'CSV file with the columns base_currency_code, currency_code, rate and date; rejected as a whole if any row is invalid.',
    ),
  }),
  form: true,
  status: 201,
  errors: [400, 403],
  role: 'integration_owner',
  run: async ({ body }, ctx) => storeRates(ctx, parseRates(body.csv.content)),
});

export const exchangeRates = [getExchangeRates, createExchangeRatesViaCsv];
