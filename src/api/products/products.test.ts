import { beforeAll, expect, test } from 'vitest';
import { importPrices } from '../../domain/optimise/prices/import-prices.js';
import { awsOfferJson } from '../../domain/optimise/prices/formats/aws-offer-json.js';
import { PriceBook, machineKey } from '../../domain/optimise/prices/price-book.js';
import { priceListFileFormats } from '../../domain/optimise/prices/price-list-files.js';
import { priceCleanUp } from '../../domain/optimise/prices/price-clean-up.js';
import { type Account, newAccount, testApp } from '../../../test/harness.js';
import { awsOffer, priceFile } from '../../../test/price-lists.js';

const now = new Date('2026-03-10T09:00:00Z');
const region = 'test-api-1';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
  const { services } = account.app;
  await importPrices(services, awsOfferJson, [priceFile('ec2.json', awsOffer(region))], { now });
});

const get = async (path: string) => (await account.as.get(path)).body;

test('products are ordered by id, filtered and paged', async () => {
  const ids = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id);
  const page = await get('/v2/products?service_id=aws-ec2&name=M5.&limit=2&page=2');
  expect(ids(page)).toEqual(['aws-ec2-m5_24xlarge', 'aws-ec2-m5_2xlarge']);
  expect(page.links.prev).toMatch(/name=M5\.&limit=2&page=1$/);
  expect(page.links.last).toMatch(/page=4$/);
  const azure = await get('/v2/products?provider_id=azure&name=d2s');
  expect(ids(azure)).toEqual(['azure-virtual_machines-standard_d2s_v5']);
  expect(ids(await get('/v2/products?provider_id=AWS'))).toEqual([]);
  expect(ids(await get('/v2/products?page=99'))).toEqual([]);
});

test('a price has its amount as a number, and says where it comes from', async () => {
  const id = 'aws-ec2-m5d_16xlarge-test_api_1-on_demand-rhel-dedicated';
  expect(await get(`/v2/products/aws-ec2-m5d_16xlarge/prices/${id}`)).toEqual({
    id,
    unit: 'hour',
    region,
    rate_type: 'compute',
    currency: 'USD',
    amount: 4,
    details: {
      platform: 'rhel',
      lifecycle: 'on-demand',
      tenancy: 'dedicated',
      begin_range: '0',
      end_range: 'Inf',
      effective_date: '2026-02-01',
      source: 'aws_offer_json',
      published_on: '2026-02-03',
    },
  });
});

test('prices of a product are paged; unknown products and prices are 404', async () => {
  const path = '/v2/products/aws-ec2-t3_medium/prices';
  const all = await get(path);
  expect(all.prices.map(({ id }: { id: string }) => id)).toEqual(
    all.prices.map(({ id }: { id: string }) => id).toSorted(),
  );
  const second = await get(`${path}?limit=1&page=2`);
  expect(second.prices).toEqual([all.prices[1]]);
  expect(second.links.next).toMatch(/page=3$/);
  const past = await get(`${path}?limit=1&page=900`);
  expect([past.prices, past.links.last]).toEqual([[], second.links.last]);
  expect((await account.as.get('/v2/products/aws-ec2-nothing')).status).toBe(404);
  expect((await account.as.get('/v2/products/aws-ec2-nothing/prices')).status).toBe(404);
  expect((await account.as.get(`${path}/nothing`)).status).toBe(404);
});

test('prices of the release say that they are, and which of them are estimates', async () => {
  const { prices } = await get('/v2/prices?name=m5.large&region=us-east-1&service_id=aws-ec2');
  expect(prices[0]).toEqual({
    product_id: 'aws-ec2-m5_large',
    provider_id: 'aws',
    service_id: 'aws-ec2',
    name: 'm5.large',
    region: 'us-east-1',
    platform: 'linux',
    unit: 'hour',
    currency: 'USD',
    on_demand: '0.096',
    on_demand_per_month: '70.08',
    vcpu: 2,
    memory: 8,
    commitments: [
      {
        lifecycle: 'reserved-1yr-no-upfront',
        amount: '0.06048',
        per_month: '44.1504',
        saving_percent: '37.0',
        estimated: true,
      },
      {
        lifecycle: 'savings-plan-1yr-no-upfront',
        amount: '0.07008',
        per_month: '51.1584',
        saving_percent: '27.0',
        estimated: true,
      },
    ],
    estimated: false,
    source: 'seed',
    published_on: '2025-01-01',
  });
  const { price_offers: offers } = await get('/v2/prices/offers');
  expect(offers).toContainEqual({
    offer: 'AmazonEC2',
    region,
    provider_id: 'aws',
    service_id: 'aws-ec2',
    source: 'aws_offer_json',
    published_on: '2026-02-03',
  });
});

test('an upfront fee is spread over its term', async () => {
  const body = await get(`/v2/prices?name=m5d.16xlarge&region=${region}`);
  const linux = body.prices.find(({ platform }: { platform: string }) => platform === 'linux');
  // 18,600 / 8,760 hours
  expect(linux.commitments).toMatchObject([
    { lifecycle: 'reserved-1yr-all-upfront', amount: '2.123287671233', per_month: '1550.0' },
    { lifecycle: 'reserved-1yr-no-upfront', amount: '2.278', saving_percent: '37.0' },
  ]);
  expect(body.total_count).toBe(3);
});

test('the price book answers many questions with one query', async () => {
  const { services } = await testApp();
  const key = (type: string, more: object = {}) => ({
    provider: 'aws',
    service: 'ec2',
    type,
    region: 'us-east-1',
    ...more,
  });
  let statements = 0;
  const book = new PriceBook({
    db: services.db,
    costs: {
      ...services.costs,
      results: {
        read: (...args: Parameters<typeof services.costs.results.read>) => {
          statements += 1;
          return services.costs.results.read(...args);
        },
      } as typeof services.costs.results,
    },
  });
  const [large, gp3, iops, node, missing] = await Promise.all([
    book.find(key('m5.large')),
    book.find(key('gp3', { service: 'ebs' })),
    book.find(key('gp3', { service: 'ebs', unit: 'iops-month' })),
    book.find(machineKey('gcp', 'e2-standard-2', 'us-east1')!),
    book.find(key('m5.nothing')),
  ]);
  expect([large?.amount, gp3?.amount, iops?.amount, node?.amount]).toEqual([
    '0.096',
    '0.08',
    '0.005',
    '0.067006',
  ]);
  expect(missing).toBeUndefined();
  expect(statements).toBe(1);
  expect(book.onDemand(key('m5.large', { platform: 'windows' }))?.amount).toBe('0.188');
  expect(book.price(key('m5.large'), 'reserved-1yr-no-upfront')).toMatchObject({
    amount: '0.06048',
    isEstimated: true,
    source: 'seed',
    publishedOn: '2025-01-01',
  });
  await book.find(key('m5.large'));
  expect(statements).toBe(1);
  const upfront = { ...key('m5d.16xlarge'), region };
  expect((await book.find(upfront, 'reserved-1yr-all-upfront'))?.amount).toMatch(/^2\.1232876712/);
});

test('files of integrations do not change the shared catalogue unless the operator allows it', async () => {
  const { services } = await testApp();
  const format = priceListFileFormats.find(({ name }) => name === 'aws_offer_json')!;
  const file = { ...priceFile('ec2.json', awsOffer('test-upload-1')), path: '/nowhere' };
  const integration = {} as Parameters<typeof format.store>[1]['integration'];
  await expect(format.store(file, { services, integration, now })).rejects.toThrow(
    'ec2.json is a price list, which the operator imports with "farthing prices import"; FARTHING_PRICE_UPLOADS=true allows it here.',
  );
  const open = { ...services, config: { ...services.config, priceUploads: true } };
  const report = await format.store(file, { services: open, integration, now });
  expect(report).toEqual({ rowsRead: 9, rowsStored: 9, warnings: [] });
});

test('superseded lists are deleted after a day', async () => {
  const { services, clock } = await testApp();
  const offer = awsOffer('test-old-1');
  const files = [priceFile('ec2.json', offer)];
  const longAgo = new Date('2026-03-01T00:00:00Z');
  await importPrices(services, awsOfferJson, files, { now: longAgo });
  await importPrices(services, awsOfferJson, files, { now });
  const ids = async () =>
    (await services.db.selectFrom('price_publications').select('created_at').execute()).map(
      ({ created_at }) => created_at.getTime(),
    );
  expect(await ids()).toContain(longAgo.getTime());
  await priceCleanUp.run({}, { services, clock });
  expect(await ids()).not.toContain(longAgo.getTime());
  expect((await get(`/v2/prices?region=test-old-1&name=gp3`)).prices).toHaveLength(1);
});
