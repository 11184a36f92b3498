import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testApp } from '../../test/harness.js';
import { awsOffer } from '../../test/price-lists.js';
import { runCommand } from './commands.js';

async function run(cwd: string, ...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const environment = { print, showProgress: () => undefined, cwd };
  const status = await runCommand(await testApp(), args, environment);
  return { status, lines };
}

test('a price list is imported by the operator and looked up by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-prices-'));
  const content = gzipSync(JSON.stringify(awsOffer('test-cli-1')));
  await writeFile(join(folder, 'ec2.json.gz'), content);
  expect(await run(folder, 'prices', 'import', 'ec2.json.gz')).toEqual({
    status: 0,
    lines: ['ec2.json.gz: AWS price list (JSON) of 2026-02-03, 9 prices imported.'],
  });
  const { lines } = await run(folder, 'prices', 'm5d.16', '--region', 'test-cli-1');
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    'NAME REGION PLATFORM ON DEMAND PER MONTH RESERVED 1YR SAVINGS PLAN 1YR LIST OF',
    'm5d.16xlarge test-cli-1 linux 3.616/hour 2,639.68 1,662.94 – 2026-02-03',
    'm5d.16xlarge test-cli-1 rhel 3.746/hour 2,734.58 – – 2026-02-03',
    'm5d.16xlarge test-cli-1 windows-with-sql-std 14.24/hour 10,395.20 – – 2026-02-03',
    '',
    'Months have 730 hours. Amounts are list prices, without your discounts.',
  ]);
  const seed = await run(folder, 'prices', 'm5.large', '--region', 'eu-west-1');
  expect(seed.lines[1]).toMatch(/2025-01-01 \(example\)$/);
  expect(seed.lines.slice(-3)).toEqual([
    '~ is an estimate from usual discounts or prices of another region.',
    'Prices of 1 Jan 2025 ship with this release: examples for estimates, compiled from memory of public list prices, not a current price list.',
    'Load a real one with "farthing prices import FILE".',
  ]);
  const none = await run(folder, 'prices', 'nothing-like-it');
  expect(none.lines).toEqual(['No prices with this name. Part of a name is enough: m5.']);
});

test('an older list is refused, keeps the newer one and does not stop others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-prices-'));
  const lists = {
    'new.json': awsOffer('test-cli-2', { publicationDate: '2026-03-01T00:00:00Z', price: '3.5' }),
    'old.json': awsOffer('test-cli-2'),
    'other.json': awsOffer('test-cli-3'),
  };
  for (const [name, offer] of Object.entries(lists)) {
    await writeFile(join(folder, name), JSON.stringify(offer));
  }
  expect(await run(folder, 'prices', 'import', 'new.json', 'old.json', 'other.json')).toEqual({
    status: 1,
    lines: [
      'new.json: AWS price list (JSON) of 2026-03-01, 9 prices imported.',
      'old.json: The prices of AmazonEC2 are of 2026-02-03, but those of 2026-03-01 are imported already and stay.',
      'other.json: AWS price list (JSON) of 2026-02-03, 9 prices imported.',
      '1 price list was not imported.',
    ],
  });
  const { lines } = await run(folder, 'prices', 'm5d.16xlarge', '--region', 'test-cli-2');
  expect(lines[1]).toContain('3.5/hour');
});

test('a whole name means one product, a part of it all that have it', async () => {
  const folder = tmpdir();
  const names = async (name: string) =>
    JSON.parse(
      (await run(folder, 'prices', name, '--region', 'us-west1', '--json')).lines[0]!,
    ).prices.map((each: { name: string }) => each.name);
  expect(await names('N2-standard-4')).toEqual(['n2-standard-4']);
  expect(await names('n2-standard-')).toContain('n2-standard-48');
});

test('a file that is no price list is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-prices-'));
  await writeFile(join(folder, 'bill.csv'), 'BilledCost\n1\n');
  expect(await run(folder, 'prices', 'import', 'bill.csv')).toEqual({
    status: 1,
    lines: ['bill.csv is not a price list of AWS, Azure or Google Cloud.'],
  });
  expect((await run(folder, 'prices')).lines[0]).toBe('Specify a name, such as m5.large.');
  expect((await run(folder, 'prices', 'import')).status).toBe(2);
});
