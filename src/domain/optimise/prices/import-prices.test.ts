import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { awsCsv, awsOffer, azurePage, gcpPage, priceFile } from '../../../../test/price-lists.js';
import { awsOfferCsv } from './formats/aws-offer-csv.js';
import { awsOfferJson } from './formats/aws-offer-json.js';
import { azureRetailJson } from './formats/azure-retail-json.js';
import { gcpSkuJson } from './formats/gcp-sku-json.js';
import { priceListFormats } from './formats/index.js';
import { importPrices, type PriceListFile } from './import-prices.js';
import type { PriceListFormat } from './price-list.js';

// The catalogue is shared by all tests of the process, so each test has a region of its own.
const now = new Date('2026-03-10T09:00:00Z');

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

async function store(format: PriceListFormat, ...files: PriceListFile[]) {
  const { services } = await testApp();
  return importPrices(services, format, files, { now });
}

/** The prices of a product in a region, by id. */
async function pricesOf(product: string, region: string): Promise<Record<string, number>> {
  const { body } = await account.as.get(`/v2/products/${product}/prices`);
  const own = body.prices.filter((price: { region: string }) => price.region === region);
  return Object.fromEntries(
    own.map(({ id, amount }: { id: string; amount: number }) => [
      id.replace(`${product}-${region.replaceAll('-', '_')}-`, ''),
      amount,
    ]),
  );
}

test('an AWS offer file becomes products and prices, zero prices and tenancies included', async () => {
  const result = await store(awsOfferJson, priceFile('ec2.json', awsOffer('test-aws-1')));
  expect(result).toMatchObject({
    priceCount: 9,
    warnings: [],
    publishedAt: new Date('2026-02-03T10:00:00Z'),
    offers: [{ offer: 'AmazonEC2', region: 'test-aws-1', service_id: 'aws-ec2' }],
  });
  expect(await pricesOf('aws-ec2-m5d_16xlarge', 'test-aws-1')).toEqual({
    'on_demand-linux': 3.616,
    'on_demand-rhel': 3.746,
    'on_demand-rhel-dedicated': 4,
    'on_demand-linux-unused_capacity_reservation': 0,
    'on_demand-windows_with_sql_std': 14.24,
    'reserved_1yr_no_upfront-linux': 2.278,
    'reserved_1yr_all_upfront-linux': 0,
    'reserved_1yr_all_upfront-linux-upfront_fee': 18600,
  });
  expect(await pricesOf('aws-ec2-gp3', 'test-aws-1')).toEqual({ on_demand: 0.08 });
  const { body } = await account.as.get('/v2/products/aws-ec2-m5d_16xlarge');
  expect(body).toEqual({
    id: 'aws-ec2-m5d_16xlarge',
    category: 'compute',
    name: 'm5d.16xlarge',
    service_id: 'aws-ec2',
    provider_id: 'aws',
    details: {
      name: 'm5d.16xlarge',
      vcpu: 64,
      memory: 256,
      gpu: 0,
      clock_speed_ghz: 3.1,
      physical_processor_description: 'Intel Xeon Platinum 8175',
      network_performance_description: '20 Gigabit',
    },
  });
});

test('the CSV form gives the same ids; a price that is no number is left out with a warning', async () => {
  const result = await store(awsOfferCsv, priceFile('ec2.csv', awsCsv('test-csv-1')));
  expect(result).toMatchObject({
    rowsRead: 3,
    priceCount: 2,
    warnings: ['LINUX: the price free is not a decimal number.'],
  });
  expect(await pricesOf('aws-ec2-m5d_16xlarge', 'test-csv-1')).toEqual({
    'on_demand-linux': 3.616,
    'reserved_1yr_no_upfront-linux': 2.278,
  });
});

test('a new publication replaces the offer whole, an older one changes nothing', async () => {
  const region = 'test-new-1';
  await store(awsOfferJson, priceFile('a.json', awsOffer(region)));
  const newer = awsOffer(region, { publicationDate: '2026-03-01T00:00:00Z', price: '3.5' });
  await store(
    awsOfferJson,
    priceFile('b.json', { ...newer, terms: { OnDemand: { LINUX: newer.terms.OnDemand.LINUX } } }),
  );
  const expected = { 'on_demand-linux': 3.5 };
  expect(await pricesOf('aws-ec2-m5d_16xlarge', region)).toEqual(expected);
  await expect(store(awsOfferJson, priceFile('a.json', awsOffer(region)))).rejects.toThrow(
    'The prices of AmazonEC2 are of 2026-02-03, but those of 2026-03-01 are imported already and stay.',
  );
  expect(await pricesOf('aws-ec2-m5d_16xlarge', region)).toEqual(expected);
});

test('a truncated file changes nothing and leaves nothing behind', async () => {
  const { services } = await testApp();
  const region = 'test-cut-1';
  const text = JSON.stringify(awsOffer(region));
  await expect(store(awsOfferJson, priceFile('cut.json', text.slice(0, -200)))).rejects.toThrow(
    /^cut.json is damaged or truncated: The JSON ends too early at byte \d+\.$/,
  );
  await expect(
    store(awsOfferJson, priceFile('none.json', { ...awsOffer(region), terms: {} })),
  ).rejects.toThrow('none.json has no prices.');
  expect(await pricesOf('aws-ec2-m5d_16xlarge', region)).toEqual({});
  const left = await services.db
    .selectFrom('price_publications')
    .select('publication_id')
    .where('completed_at', 'is', null)
    .execute();
  expect(left).toEqual([]);
});

test('Azure retail prices: platforms, spot, savings plans, and reservations per hour', async () => {
  const region = 'testazure1';
  await store(azureRetailJson, priceFile('azure.json', azurePage(region)));
  expect(await pricesOf('azure-virtual_machines-standard_d2s_v5', region)).toEqual({
    'on_demand-linux': 0.096,
    'on_demand-windows': 0.188,
    'spot-linux': 0.0192,
    'savings_plan_1yr_no_upfront-linux': 0.066,
    'reserved_1yr_no_upfront-linux': Number('0.056621004566210046'),
  });
});

test('pages of one list are complete together or not at all', async () => {
  const first = azurePage('testazure2', 'https://prices.azure.com/api/retail/prices?$skip=1000');
  await expect(store(azureRetailJson, priceFile('1.json', first))).rejects.toThrow(
    '1.json links to a next page; import all pages of a price list together.',
  );
  const last = azurePage('testazure3');
  const both = await store(azureRetailJson, priceFile('1.json', first), priceFile('2.json', last));
  expect(both.offers.map(({ region }) => region)).toEqual(['testazure2', 'testazure3']);
  // Pages in one file, as an array.
  const array = await store(
    azureRetailJson,
    priceFile('all.json', [first, azurePage('testazure4')] as object),
  );
  expect(array.priceCount).toBe(10);
});

test('Google Cloud SKUs: nanos become decimals, tiers are kept, machine types add up', async () => {
  await store(gcpSkuJson, priceFile('gcp.json', gcpPage('test-gcp1')));
  const { body } = await account.as.get('/v2/products?name=N2 Instance Core running in Somewhere');
  expect(body.products).toHaveLength(1);
  expect(await pricesOf(body.products[0].id, 'test-gcp1')).toEqual({
    on_demand: 0.031611,
    'on_demand-from_100': 1.5,
  });
  // 4 × 0.031611 + 16 × 0.004237
  expect(await pricesOf('gcp-compute_engine-n2_standard_4', 'test-gcp1')).toEqual({
    'on_demand-linux': 0.194236,
  });
});

test('vCPUs and memory of a machine type may be on different pages', async () => {
  const { skus } = gcpPage('test-gcp2');
  const first = { skus: skus.slice(0, 1), nextPageToken: 'more' };
  const second = { skus: skus.slice(1), nextPageToken: '' };
  await store(gcpSkuJson, priceFile('1.json', first), priceFile('2.json', second));
  expect(await pricesOf('gcp-compute_engine-n2_standard_4', 'test-gcp2')).toEqual({
    'on_demand-linux': 0.194236,
  });
});

test('each format recognizes its own files alone', () => {
  const samples: [PriceListFormat, object | string][] = [
    [awsOfferJson, awsOffer('x')],
    [awsOfferCsv, awsCsv('x')],
    [azureRetailJson, azurePage('x')],
    [gcpSkuJson, gcpPage('x')],
  ];
  for (const [format, content] of samples) {
    const start = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    expect(priceListFormats.filter((each) => each.recognizes(start))).toEqual([format]);
  }
  const bill = Buffer.from('BilledCost,BillingCurrency,Items\n1,USD,2\n');
  expect(priceListFormats.some((each) => each.recognizes(bill))).toBe(false);
});

test('memory with a thousands comma is a number, in both forms', async () => {
  const memory = '6,144 GiB';
  const offer = awsOffer('test-memory-1');
  const { LINUX } = offer.products as unknown as {
    LINUX: { attributes: Record<string, string> };
  };
  Object.assign(LINUX.attributes, { instanceType: 'u-6tb1.json', memory });
  await store(awsOfferJson, priceFile('ec2.json', offer));
  const csv = awsCsv('test-memory-2').replaceAll('m5d.16xlarge', 'u-6tb1.csv');
  await store(awsOfferCsv, priceFile('ec2.csv', csv.replaceAll('256 GiB', memory)));
  const { body } = await account.as.get('/v2/products?name=u-6tb1');
  expect(body.products.map((each: { details: { memory: number } }) => each.details.memory)).toEqual(
    [6144, 6144],
  );
});
