import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAddress, openLocation } from '../../src/domain/bill-sources/location.js';
import { refuseLinkLocal } from '../../src/domain/bill-sources/outside.js';
import { listAll, type Place } from '../../src/domain/bill-sources/place.js';
import { Buckets } from './bucket.js';

const buckets = new Buckets();
const folder = await mkdtemp(join(tmpdir(), 'farthing-place-'));
const keys = { access_key_id: 'key', secret_access_key: 'secret' };

beforeAll(async () => {
  await buckets.open();
  for (const key of ['other/x.csv', 'in/a & b.csv', 'in/c+d.csv', 'in/e/f.csv']) {
    buckets.put(key, `content of ${key}`);
  }
});
afterAll(() => buckets.server.close());

async function contents(place: Place): Promise<string[]> {
  const objects = await listAll(place);
  return Promise.all(
    objects.map(async (object) => readFile(await place.fetch(object, folder), 'utf8')),
  );
}

const all = ['content of in/a & b.csv', 'content of in/c+d.csv', 'content of in/e/f.csv'];

test.each([
  ['s3://bills/in/', keys],
  ['gs://bills/in/', keys],
  ['az://bills/in/', { sas_token: '?sv=1&sig=key' }],
])('%s is listed page by page and read', async (url, secrets) => {
  const place = await openLocation({ url, endpoint: buckets.origin }, secrets, {});
  expect(await contents(place)).toEqual(all);
});

test('a role is taken on with the installation’s own keys', async () => {
  const location = {
    url: 's3://bills/in/',
    endpoint: buckets.origin,
    role_arn: 'arn:aws:iam::123456789012:role/reader',
    external_id: 'shared-word',
  };
  const own = { aws: { accessKeyId: 'own', secretAccessKey: 's' }, stsEndpoint: buckets.origin };
  expect(await contents(await openLocation(location, {}, own))).toEqual(all);
  await expect(openLocation({ ...location, external_id: 'wrong' }, {}, own)).rejects.toThrow(
    'answered 403; check the credentials and their rights.',
  );
  await expect(openLocation(location, {}, {})).rejects.toThrow('needs AWS_ACCESS_KEY_ID');
});

test('refusals are sentences without secrets', async () => {
  const closed = await openLocation(
    { url: 'az://bills/in', endpoint: buckets.origin },
    { sas_token: 'sig=other' },
    {},
  );
  const refusal = await listAll(closed).catch((error: Error) => error.message);
  expect(refusal).toBe(
    `${buckets.origin}/bills answered 403; check the credentials and their rights.`,
  );
  await expect(openLocation({ url: 'az://bills' }, {}, {})).rejects.toThrow('storage account');
});

test('addresses inside the machine’s own link are never asked', async () => {
  for (const address of [
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/x',
    'http://[fd00:ec2::254]/',
  ]) {
    await expect(refuseLinkLocal(address), address).rejects.toThrow('is a link-local address');
  }
  await expect(openAddress('http://169.254.169.254/bill.csv', {})).rejects.toThrow('link-local');
});

test('a folder is read only inside the import folder, whatever links say', async () => {
  const root = join(folder, 'root');
  const outside = join(folder, 'outside');
  await mkdir(join(root, 'bills'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'bills', 'a.csv'), 'a');
  await writeFile(join(outside, 'secret'), 's');
  await symlink(outside, join(root, 'link'));
  await symlink(join(outside, 'secret'), join(root, 'bills', 'b.csv'));
  const open = (path: string, importFolder?: string) =>
    openLocation({ url: `file://${path}` }, {}, { importFolder });
  expect(await contents(await open(join(root, 'bills'), root))).toEqual(['a']);
  await expect(open(join(root, 'link'), root)).rejects.toThrow('must lie in the folder');
  await expect(open(outside, root)).rejects.toThrow('must lie in the folder');
  await expect(open(join(root, 'gone'), root)).rejects.toThrow('is not there');
  await expect(open(root)).rejects.toThrow('FARTHING_IMPORT_FOLDER');
});
