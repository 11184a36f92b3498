import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Location,
  openPathOrUrl,
  openLocation,
} from '../../src/domain/intake/bill-sources/location.js';
import { listObjects, type BillSource } from '../../src/domain/intake/bill-sources/bill-source.js';
import { openSender } from '../../src/platform/outbound/send-request.js';
import type { ServerCredentials } from '../../src/platform/server-credentials.js';
import { FakeBuckets } from './fake-buckets.js';

const buckets = new FakeBuckets();
const folder = await mkdtemp(join(tmpdir(), 'farthing-source-'));
const environment = (serverCredentials: ServerCredentials = {}) => ({
  serverCredentials,
  sendRequest: openSender(['127.0.0.1']),
});
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
  const source = await openLocation({ url, endpoint: buckets.origin }, secrets, environment());
  expect(await readContents(source)).toEqual(all);
});

const awsServer = () => ({
  aws: { accessKeyId: 'own', secretAccessKey: 's', sessionToken: 'server-session' },
  stsEndpoint: buckets.origin,
});

test('assumes a role with the keys of the server', async () => {
  const location = {
    url: 's3://bills/in/',
    endpoint: buckets.origin,
    role_arn: 'arn:aws:iam::123456789012:role/reader',
    external_id: 'shared-word',
  };
  // The operator uses this endpoint instead of Amazon's.
  const server = { ...awsServer(), endpoints: { aws: [buckets.origin] } };
  const open = (changes: object, credentials: ServerCredentials) =>
    openLocation({ ...location, ...changes }, {}, environment(credentials));
  expect(await readContents(await open({}, server))).toEqual(all);
  await expect(open({ external_id: 'wrong' }, server)).rejects.toThrow(
    'returned HTTP 403; check the credentials and their permissions.',
  );
  await expect(open({}, {})).rejects.toThrow('the server needs AWS_ACCESS_KEY_ID');
  await expect(open({}, awsServer())).rejects.toThrow('is not an endpoint of AWS');
});

test('an endpoint receives no credentials that were stored for another service', async () => {
  buckets.received.length = 0;
  const principal = { tenant: 'tenant-1', appId: 'app-1', password: 'app-password' };
  const server = { ...awsServer(), azureAuthority: buckets.origin };
  const endpoint = buckets.origin;
  const open = (url: string) => openLocation({ url, endpoint }, {}, environment(server), principal);
  for (const url of ['s3://bills/in', 'gs://bills/in']) {
    await expect(listObjects(await open(url))).rejects.toThrow('HTTP 403');
  }
  await expect(open('az://bills/in')).rejects.toThrow('is not an endpoint of Azure Storage');
  expect(buckets.received.map(({ authorization }) => authorization)).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  'https://x.execute-api.us-east-1.amazonaws.com',
  'https://bills.s3.amazonaws.com.attacker.example',
  'http://s3.us-east-1.amazonaws.com',
  'https://s3.us-east-1.amazonaws.com:8443',
])('the keys of the server are not sent to %s', async (endpoint) => {
  const location = {
    url: 's3://bills',
    endpoint,
    role_arn: 'arn:aws:iam::123456789012:role/reader',
    external_id: 'shared-word',
  };
  const opened = openLocation(location, {}, environment(awsServer()));
  await expect(opened).rejects.toThrow('is not an endpoint of AWS');
});

test.each([
  'https://storage.example.com?x=',
  'https://storage.example.com#x',
  'https://user:secret@storage.example.com',
  'https://storage.example.com/path',
  'https://storage.example.com\\@attacker.example',
  'ftp://storage.example.com',
])('an endpoint is an origin and nothing else: %s is rejected', (endpoint) => {
  expect(Location.safeParse({ url: 's3://bills', endpoint }).success).toBe(false);
});

test.each(['https://storage.example.com', 'http://10.0.0.1:9000/', 'https://[2001:db8::1]:9000'])(
  '%s is an endpoint',
  (endpoint) => {
    expect(Location.safeParse({ url: 's3://bills', endpoint }).success).toBe(true);
  },
);

test('error messages contain no secrets', async () => {
  const source = await openLocation(
    { url: 'az://bills/in', endpoint: buckets.origin },
    { sas_token: 'sig=other' },
    environment(),
  );
  const message = await listObjects(source).catch((error: Error) => error.message);
  expect(message).toBe(
    `${buckets.origin}/bills returned HTTP 403; check the credentials and their permissions.`,
  );
  const withoutEndpoint = openLocation({ url: 'az://bills' }, {}, environment());
  await expect(withoutEndpoint).rejects.toThrow('storage account');
});

test('private addresses are not requested unless the operator allows them', async () => {
  const closed = { serverCredentials: {}, sendRequest: openSender([]) };
  const source = await openLocation({ url: 's3://bills', endpoint: buckets.origin }, keys, closed);
  await expect(listObjects(source)).rejects.toThrow(
    '127.0.0.1 is not a public address; allow it with FARTHING_OUTBOUND_NETWORKS.',
  );
  const metadata = await openPathOrUrl('http://169.254.169.254/bill.csv', environment());
  await expect(readContents(metadata)).rejects.toThrow('is not a public address');
});

const page = (contents: string, token: string) =>
  `<ListBucketResult>${contents}<NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`;
const object = (key: string, modified: string) =>
  `<Contents><Key>${key}</Key><Size>1</Size><LastModified>${modified}</LastModified></Contents>`;

test.each([
  ['a page that names itself as the next', () => page('', 'same'), 'The listing repeats itself'],
  [
    'pages without an end',
    (count: number) => page('', String(count)),
    'The listing of the location is too long',
  ],
  [
    'a page of any size',
    () => `<ListBucketResult>${' '.repeat(33 * 1024 * 1024)}`,
    'cannot be read',
  ],
  ['a date that is none', () => page(object('a', 'soon'), ''), 'cannot be read'],
  ['a name that is not encoded', () => page(object('%zz', '2024-01-01'), ''), 'cannot be read'],
  ['elements without an end', () => '<Contents>'.repeat(200_000), ''],
])('a listing with %s ends', async (_what, respond, message) => {
  let count = 0;
  buckets.listing = () => respond((count += 1));
  try {
    const location = { url: 's3://bills', endpoint: buckets.origin };
    const source = await openLocation(location, keys, environment());
    const outcome = await listObjects(source).catch((error: Error) => error.message);
    if (message) expect(outcome).toContain(message);
    else expect(outcome).toEqual([]);
  } finally {
    buckets.listing = undefined;
  }
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
    openLocation({ url: `file://${path}` }, {}, environment({ importFolder }));
  expect(await readContents(await open(join(root, 'bills'), root))).toEqual(['a']);
  await expect(open(join(root, 'link'), root)).rejects.toThrow('must be inside the folder');
  await expect(open(outside, root)).rejects.toThrow('must be inside the folder');
  await expect(open(join(root, 'gone'), root)).rejects.toThrow('does not exist');
  await expect(open(root)).rejects.toThrow('FARTHING_IMPORT_FOLDER');
});
