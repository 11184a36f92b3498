import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPathOrUrl, openLocation } from '../../src/domain/bill-sources/location.js';
import { requireAllowedHost } from '../../src/domain/bill-sources/http-requests.js';
import { listObjects, type BillSource } from '../../src/domain/bill-sources/bill-source.js';
import { FakeBuckets } from './fake-buckets.js';

const buckets = new FakeBuckets();
const folder = await mkdtemp(join(tmpdir(), 'farthing-source-'));
const keys = { access_key_id: 'key', secret_access_key: 'secret' };

beforeAll(async () => {
  await buckets.open();
  for (const key of ['other/x.csv', 'in/a & b.csv', 'in/c+d.csv', 'in/e/f.csv']) {
    buckets.put(key, `content of ${key}`);
  }
});
afterAll(() => buckets.server.close());

async function readContents(source: BillSource): Promise<string[]> {
  const objects = await listObjects(source);
  return Promise.all(
    objects.map(async (object) => readFile(await source.fetch(object, folder), 'utf8')),
  );
}

const all = ['content of in/a & b.csv', 'content of in/c+d.csv', 'content of in/e/f.csv'];

test.each([
  ['s3://bills/in/', keys],
  ['gs://bills/in/', keys],
  ['az://bills/in/', { sas_token: '?sv=1&sig=key' }],
])('lists %s page by page and reads its objects', async (url, secrets) => {
  const source = await openLocation({ url, endpoint: buckets.origin }, secrets, {});
  expect(await readContents(source)).toEqual(all);
});

test('assumes a role with the keys of the server', async () => {
  const location = {
    url: 's3://bills/in/',
    endpoint: buckets.origin,
    role_arn: 'arn:aws:iam::123456789012:role/reader',
    external_id: 'shared-word',
  };
  const server = { aws: { accessKeyId: 'own', secretAccessKey: 's' }, stsEndpoint: buckets.origin };
  expect(await readContents(await openLocation(location, {}, server))).toEqual(all);
  await expect(openLocation({ ...location, external_id: 'wrong' }, {}, server)).rejects.toThrow(
    'returned HTTP 403; check the credentials and their permissions.',
  );
  await expect(openLocation(location, {}, {})).rejects.toThrow(
    'the server needs AWS_ACCESS_KEY_ID',
  );
});

test('error messages contain no secrets', async () => {
  const source = await openLocation(
    { url: 'az://bills/in', endpoint: buckets.origin },
    { sas_token: 'sig=other' },
    {},
  );
  const message = await listObjects(source).catch((error: Error) => error.message);
  expect(message).toBe(
    `${buckets.origin}/bills returned HTTP 403; check the credentials and their permissions.`,
  );
  await expect(openLocation({ url: 'az://bills' }, {}, {})).rejects.toThrow('storage account');
});

test('link-local addresses are never requested', async () => {
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/x',
    'http://[fd00:ec2::254]/',
  ]) {
    await expect(requireAllowedHost(url), url).rejects.toThrow('is a link-local address');
  }
  await expect(openPathOrUrl('http://169.254.169.254/bill.csv', {})).rejects.toThrow('link-local');
});

test('only folders inside the import folder are read, even through symbolic links', async () => {
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
  expect(await readContents(await open(join(root, 'bills'), root))).toEqual(['a']);
  await expect(open(join(root, 'link'), root)).rejects.toThrow('must be inside the folder');
  await expect(open(outside, root)).rejects.toThrow('must be inside the folder');
  await expect(open(join(root, 'gone'), root)).rejects.toThrow('does not exist');
  await expect(open(root)).rejects.toThrow('FARTHING_IMPORT_FOLDER');
});
