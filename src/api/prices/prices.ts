import { z } from 'zod';
import { readActiveOffers, comparePrices } from '../../domain/optimise/prices/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDate } from '../../platform/lib/time.js';

const estimated = z.boolean().describe('The price was derived from others, not listed as such.');

const ComparedPrice = z
  .object({
    product_id: z.string(),
    provider_id: z.string(),
    service_id: z.string(),
    name: z.string(),
    region: z.string(),
    platform: z.string().nullable(),
    unit: z.string(),
    currency: z.string(),
    on_demand: z.string().describe('Per unit.'),
    on_demand_per_month: z
      .string()
      .nullable()
      .describe('730 hours of it; null for prices that are not per hour.'),
    vcpu: z.number().nullable(),
    memory: z.number().nullable().describe('GiB'),
    commitments: z.array(
      z.object({
        lifecycle: z.string().describe('`reserved-1yr-no-upfront`, `savings-plan-1yr-no-upfront`'),
        amount: z.string().describe('Per unit, with an upfront fee spread over the term.'),
        per_month: z.string().nullable(),
        saving_percent: z.string().nullable().describe('Of the price on demand.'),
        estimated,
      }),
    ),
    estimated,
    source: z
      .string()
      .describe(
        'Format of the price list; `seed` for the examples of this release, which are not a current price list.',
      ),
    published_on: z.string().describe('Day of the price list.'),
  })
  .meta({ id: 'ComparedPrice' });

export const ComparedPrices = z
  .object({ links: Links, total_count: z.int(), prices: z.array(ComparedPrice) })
  .meta({ id: 'ComparedPrices' });

const comparePricesOperation = operation({
  id: 'comparePrices',
  tag: 'Prices',
  method: 'GET',
  path: '/v2/prices',
  summary: 'List prices on demand beside commitments',
  query: z.object({
    provider_id: z.string().optional().describe('`aws`'),
    service_id: z.string().optional().describe('`aws-ec2`'),
    name: z
      .string()
      .optional()
      .describe('The name or, where no product has it, a part of the name; in any case.'),
    region: z.string().optional().describe('`us-east-1`'),
    ...pageQuery,
  }),
  status: 200,
  errors: [],
  response: ComparedPrices,
  run: async ({ query: { provider_id, service_id, name, region, ...paging } }, ctx) => {
    const page = pageOf(paging, { default: 100, max: 1000 });
    const filter = { provider_id, service_id, name, region };
    const { prices, total } = await comparePrices(ctx.services, filter, page);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      total_count: total,
      prices,
    };
  },
});

const PriceOffer = z
  .object({
    offer: z.string(),
    region: z.string(),
    provider_id: z.string(),
    service_id: z.string(),
    source: z
      .string()
      .describe(
        'Format of the price list; `seed` for the examples of this release, which are not a current price list.',
      ),
    published_on: z.string().describe('Day of the price list.'),
  })
  .meta({ id: 'PriceOffer' });

const getPriceOffers = operation({
  id: 'getPriceOffers',
  tag: 'Prices',
  method: 'GET',
  path: '/v2/prices/offers',
  summary: 'List what the price catalog consists of, by provider, service and region',
  status: 200,
  errors: [],
  response: z.object({ price_offers: z.array(PriceOffer) }).meta({ id: 'PriceOffers' }),
  run: async (_input, ctx) => {
    const { offers } = await readActiveOffers(ctx.services);
    return {
      price_offers: offers.map(({ offer, region, provider_id, service_id, source, ...more }) => ({
        offer,
        region,
        provider_id,
        service_id,
        source,
        published_on: formatDate(more.published_at),
      })),
    };
  },
});

export const priceOperations = [comparePricesOperation, getPriceOffers];
