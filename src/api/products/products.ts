import { z } from 'zod';
import {
  type CataloguePrice,
  findProduct,
  listPrices,
  listProducts,
} from '../../domain/optimise/prices/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { notFound } from '../../platform/lib/errors.js';

const tag = 'Prices';

const Product = z
  .object({
    id: z.string().describe('Provider, service and name: `aws-ec2-m5_large`.'),
    category: z.string().describe('`compute`, `block_storage`, `database` and others.'),
    name: z.string().describe('Name of the provider, such as `m5.large`.'),
    service_id: z.string(),
    provider_id: z.string(),
    details: z.record(z.string(), z.unknown()).describe('For instances vCPUs, memory and others.'),
  })
  .meta({ id: 'Product' });

const Price = z
  .object({
    id: z
      .string()
      .describe(
        'Product, region, lifecycle, platform and, unless shared, tenancy: `aws-ec2-m5_large-us_east_1-on_demand-linux`.',
      ),
    unit: z.string().describe('What the amount is for: `hour`, `gb-month`.'),
    region: z.string(),
    rate_type: z.string().describe('`compute`, `storage` or `transfer`.'),
    currency: z.string(),
    amount: z.number(),
    details: z
      .record(z.string(), z.unknown())
      .describe(
        'Platform, lifecycle (`on-demand`, `reserved-1yr-no-upfront`), tenancy and term; the format of the price list (`seed` for the prices of this release) and its date.',
      ),
  })
  .meta({ id: 'Price' });

const serialize = (price: CataloguePrice): z.input<typeof Price> => ({
  ...price,
  amount: Number(price.amount),
});

const getProducts = pagedOperation({
  id: 'getProducts',
  tag,
  path: '/v2/products',
  summary: 'List the products that have list prices',
  query: z.object({
    provider_id: z.string().optional().describe('`aws`'),
    service_id: z.string().optional().describe('`aws-ec2`'),
    name: z.string().optional().describe('Part of the name, in any case.'),
  }),
  errors: [],
  response: { products: z.array(Product) },
  responseId: 'Products',
  read: async ({ query: { provider_id, service_id, name } }, ctx, page) => {
    const filter = { provider_id, service_id, name };
    const { products, total } = await listProducts(ctx.services, filter, page);
    return { rowCount: total, products };
  },
});

const getProduct = operation({
  id: 'getProduct',
  tag,
  method: 'GET',
  path: '/v2/products/{id}',
  summary: 'Get a product',
  params: z.object({ id: z.string() }),
  status: 200,
  errors: [404],
  response: Product,
  run: async ({ params }, ctx) => requireProduct(ctx, params.id),
});

const getPrices = pagedOperation({
  id: 'getPrices',
  tag,
  path: '/v2/products/{product_id}/prices',
  summary: 'List the prices of a product',
  params: z.object({ product_id: z.string() }),
  errors: [404],
  response: { prices: z.array(Price) },
  responseId: 'Prices',
  read: async ({ params }, ctx, page) => {
    const product = await requireProduct(ctx, params.product_id);
    const { prices, total } = await listPrices(ctx.services, { productId: product.id }, page);
    return {
      rowCount: total,
      prices: prices.map(serialize),
    };
  },
});

const getPrice = operation({
  id: 'getPrice',
  tag,
  method: 'GET',
  path: '/v2/products/{product_id}/prices/{id}',
  summary: 'Get a price of a product',
  params: z.object({ product_id: z.string(), id: z.string() }),
  status: 200,
  errors: [404],
  response: Price,
  run: async ({ params: { product_id: productId, id } }, ctx) => {
    const { prices } = await listPrices(ctx.services, { productId, id }, { limit: 1, offset: 0 });
    if (!prices[0]) throw notFound('Price');
    return serialize(prices[0]);
  },
});

async function requireProduct(ctx: Context, id: string) {
  const product = await findProduct(ctx.services, id);
  if (!product) throw notFound('Product');
  return product;
}

export const productOperations = [getProducts, getProduct, getPrices, getPrice];
