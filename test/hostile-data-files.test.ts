import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ImportError } from '../src/domain/intake/ingest/import-error.js';
import { awsOfferCsv } from '../src/domain/optimise/prices/formats/aws-offer-csv.js';
import { awsOfferJson } from '../src/domain/optimise/prices/formats/aws-offer-json.js';
import { azureRetailJson } from '../src/domain/optimise/prices/formats/azure-retail-json.js';
import { importPrices } from '../src/domain/optimise/prices/import-prices.js';
import type { PriceListFormat } from '../src/domain/optimise/prices/price-list.js';
import { pick, seededRandom } from './e2e/seeded-random.js';
import { newIntegration } from './cost-fixtures.js';
import { flowHeader, flowRecord } from './flow-records.js';
import { type Account, newAccount } from './harness.js';
import { endedRun } from './import-runs.js';
import { azureDisk, configItem, configSnapshot, googleInstance } from './inventories.js';
import { pngHeader, pngOf } from './pictures.js';
import { awsCsv, awsOffer, azurePage, priceFile } from './price-lists.js';
import { propertyRuns } from './property-runs.js';

// Damaged copies of files that are not bills: each is stored whole, or rejected with a sentence.

const inventory = Array.from({ length: 20 }, (_, index) => ({
  uuid: `vol-${index}`,
  type: 'aws_ebs_volume',
  label: `volume ${index}`,
  region: 'us-east-1',
  metadata: { size: index, state: 'available' },
  tags: { team: 'web' },
}));
const flows = [1, 2, 3].map((each) => flowRecord({ bytes: String(each * 1000) }));

const files: Record<string, string> = {
  'inventory.jsonl': inventory.map((each) => JSON.stringify(each)).join('\n'),
  'config.json': configSnapshot(...['i-1', 'i-2', 'i-3'].map((id) => configItem(id))),
  'azure.json': JSON.stringify({ count: 1, data: [azureDisk] }),
  'assets.jsonl': `${JSON.stringify(googleInstance)}\n`,
  'flows.log': [flowHeader, ...flows, ''].join('\n'),
  'utilization.csv': 'resource_id,max_cpu,max_memory\nvol-1,12.5,40\nvol-2,1,1\n',
  'metrics.txt': '# TYPE max_cpu gauge\nmax_cpu{resource_id="vol-1"} 12.5\n',
  'allocation.csv':
    'Date,Namespace,Pod,CPUCoreUsageAverage,CPUCoreRequestAverage,CPUCost,RAMCost,TotalCost\n2026-03-09,web,api-1,0.75,1,200,0,200\n',
};

/** The catalogue is shared by all tests of the process, so these have a region of their own. */
const priceLists: [string, PriceListFormat, string][] = [
  ['offer.json', awsOfferJson, JSON.stringify(awsOffer('damaged-1'))],
  ['offer.csv', awsOfferCsv, awsCsv('damaged-2')],
  ['prices.json', azureRetailJson, JSON.stringify(azurePage('damaged3'))],
];

const odd = [
  '\0',
  '\\u0000',
  '\\ud800',
  '\u202e',
  '1e999',
  '-1',
  '99999999999999999999999999',
  'null',
  '[[[[[[',
  '{"a":',
  '"',
  ',',
  '\n',
  'NaN',
  '9999-99-99',
];

/** Cut off, with changed bytes, or with texts that no such file has. */
function damage(content: string, random: () => number): Buffer {
  const bytes = Buffer.from(content);
  const kind = random();
  if (kind < 0.2) return bytes.subarray(0, Math.floor(random() * bytes.length));
  if (kind < 0.35) return gzipSync(bytes).subarray(0, 20 + Math.floor(random() * 60));
  const parts = [bytes];
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
    const whole = Buffer.concat(parts.splice(0));
    const position = Math.floor(random() * whole.length);
    const removed = Math.floor(random() * 12);
    const inserted =
      random() < 0.6 ? Buffer.from(pick(odd, random)) : Buffer.from([Math.floor(random() * 256)]);
    parts.push(whole.subarray(0, position), inserted, whole.subarray(position + removed));
  }
  return Buffer.concat(parts);
}

let account: Account;
const integrations: Record<string, string> = {};
beforeAll(async () => {
  account = await newAccount();
  for (const provider of ['aws', 'opencost']) {
    integrations[provider] = await newIntegration(account, { provider, name: provider });
  }
});

/** The run that stored a file, or the answer that rejected it. */
async function upload(name: string, content: Buffer) {
  const integration = integrations[name === 'allocation.csv' ? 'opencost' : 'aws'];
  const path = `/v2/integrations/${integration}/data_files?name=${name}`;
  const type = { 'content-type': 'application/octet-stream' };
  const answer = await account.as.send('POST', path, content, type);
  if (answer.status !== 202) return { status: answer.status, errors: answer.body.errors };
  return endedRun(account, answer.body.run_id);
}

async function storedResources(): Promise<string> {
  const { count } = await account.app.services.db
    .selectFrom('resources')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('account_token', '=', account.account.token)
    .executeTakeFirstOrThrow();
  return count;
}

describe.each(Object.keys(files))('damaged copies of %s', (name) => {
  test('are stored whole or rejected with a sentence', async () => {
    const random = seededRandom(name.length);
    expect(await upload(name, Buffer.from(files[name]!))).toMatchObject({
      status: 'committed',
      errors: [],
    });
    for (let copy = 0; copy < propertyRuns(8); copy += 1) {
      const content = damage(files[name]!, random);
      const before = await storedResources();
      const outcome = await upload(name, content);
      const shown = `${copy}: ${content.toString('latin1').slice(0, 200)}`;
      if (outcome.status === 'committed') continue;
      expect(['failed', 422], shown).toContain(outcome.status);
      expect(outcome.errors[0], shown).toMatch(/^\S+ .+/);
      expect(outcome.errors.join(' '), shown).not.toMatch(/internal error|unexpected error/i);
      expect(await storedResources(), shown).toBe(before);
    }
  });
});

test('an unclosed quote is reported with its line', async () => {
  const [header] = files['allocation.csv']!.split('\n');
  const { status, errors } = await upload('allocation.csv', Buffer.from(`${header}\n"2026,web\n`));
  expect([status, errors]).toEqual([
    'failed',
    ['allocation.csv cannot be read: The quotes in line 2 do not match.'],
  ]);
});

test.each(priceLists)(
  'damaged copies of %s are imported or rejected with a sentence',
  async (name, format, text) => {
    const { services } = account.app;
    const importList = (content: string) =>
      importPrices(services, format, [priceFile(name, content)], { now: account.app.clock() });
    await importList(text);
    const random = seededRandom(name.length);
    for (let copy = 0; copy < propertyRuns(8); copy += 1) {
      const content = damage(text, random).toString();
      const failure = await importList(content).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure !== undefined) expect(failure, content.slice(0, 200)).toBeInstanceOf(ImportError);
    }
  },
);

test('damaged logos are accepted or refused with a sentence', async () => {
  const random = seededRandom(3);
  const picture = pngOf(pngHeader(4, 4, 6), deflateSync(Buffer.alloc(4 * 17)));
  const profile = (logo: string) =>
    account.as.post('/v2/billing_profiles', { nickname: 'Seller', logo });
  for (let copy = 0; copy < propertyRuns(40); copy += 1) {
    const content = damage(picture.toString('latin1'), random);
    const logo = `data:image/png;base64,${content.toString('base64')}`;
    const { status, body } = await profile(logo);
    expect([201, 400, 422], JSON.stringify(body)).toContain(status);
    if (status !== 201) expect(body.errors[0]).toMatch(/^logo /);
  }
});
