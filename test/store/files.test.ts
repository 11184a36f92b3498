import { createHash } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, openFiles } from '../../src/platform/store/files.js';

// An S3-compatible bucket: it stores objects and requires signed requests.
const objects = new Map<string, Buffer>();
let bucket: Server;
let bucketUrl: string;

beforeAll(async () => {
  bucket = createServer((request, response) => {
    void respond(request).then(([status, body]) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as AddressInfo;
  bucketUrl = `s3://bills/files?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-west-1`;
});

afterAll(() => bucket.close());

async function respond(request: IncomingMessage): Promise<[number, Buffer?]> {
  const body = Buffer.concat(await request.toArray());
  const signature = request.headers.authorization ?? '';
  if (
    !signature.startsWith('AWS4-HMAC-SHA256 Credential=key/') ||
    !signature.includes('/eu-west-1/s3/')
  )
    return [403];
  const hash = request.headers['x-amz-content-sha256'];
  const isComplete =
    hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(body).digest('hex');
  if (!isComplete) return [400];
  if (request.method === 'PUT' && Number(request.headers['content-length']) !== body.length)
    return [411];
  const key = request.url!;
  if (request.method === 'PUT') objects.set(key, body);
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method === 'PUT' || request.method === 'DELETE') return [200];
  const { pathname, searchParams: query } = new URL(key, 'http://bucket');
  if (query.has('list-type')) return [200, listing(pathname, query)];
  return objects.has(key) ? [200, objects.get(key)] : [404];
}

/** Lists one object per page, as buckets do with a thousand. */
function listing(path: string, query: URLSearchParams): Buffer {
  const prefix = `${path}/${query.get('prefix')}`;
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const page = Number(query.get('continuation-token') ?? 0);
  const content = found.slice(page, page + 1).map((key) => {
    const name = encodeURIComponent(key.slice(path.length + 1)).replaceAll('%20', '+');
    return `<Contents><Key>${name}</Key><Size>${objects.get(key)!.length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
  });
  const next =
    page + 1 < found.length ? `<NextContinuationToken>${page + 1}</NextContinuationToken>` : '';
  return Buffer.from(`<ListBucketResult>${content.join('')}${next}</ListBucketResult>`);
}

const folder = await mkdtemp(join(tmpdir(), 'farthing-files-'));
const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

const partialFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'));

describe.each([
  ['a folder', () => openFiles({ folder, env })],
  ['a bucket', () => openFiles({ folder, env, filesUrl: bucketUrl })],
])('files in %s', (_name, open: () => FileStore) => {
  test('are returned as they were stored, until they are deleted', async () => {
    const files = open();
    await files.ping();
    await files.put('exports/a.csv', Readable.from(['day,cost\n', '2026-01-01,1.5\n']));
    const content = Buffer.concat(await (await files.get('exports/a.csv'))!.toArray());
    expect(content.toString()).toBe('day,cost\n2026-01-01,1.5\n');
    await files.delete('exports/a.csv');
    await files.delete('exports/a.csv');
    expect(await files.get('exports/a.csv')).toBeUndefined();
    expect(await partialFiles()).toEqual([]);
  });

  test('are listed with their sizes', async () => {
    const files = open();
    const sizes = { 'exports/a.csv': 3, 'exports/b.csv': 5, '.store-identity': 1 };
    for (const [key, size] of Object.entries(sizes))
      await files.put(key, Readable.from(['x'.repeat(size)]));
    const listed = [];
    for await (const file of files.list()) listed.push(file);
    expect(Object.fromEntries(listed.map(({ key, bytes }) => [key, bytes]))).toEqual(sizes);
    expect(listed.every(({ modifiedAt }) => modifiedAt.getTime() > 0)).toBe(true);
    for (const key of Object.keys(sizes)) await files.delete(key);
  });

  test('cannot be read from outside the store', async () => {
    const files = open();
    for (const key of ['../secret', 'a/../../b', '/etc/passwd', '', 'a//b']) {
      await expect(files.get(key), key).rejects.toThrow('Invalid file key');
    }
  });
});

test('an interrupted upload leaves no file', async () => {
  const files = openFiles({ folder, env });
  const broken = new Readable({
    read() {
      this.destroy(new Error('the client disconnected'));
    },
  });
  await expect(files.put('uploads/b.csv', broken)).rejects.toThrow('the client disconnected');
  expect(await files.get('uploads/b.csv')).toBeUndefined();
  expect(await readdir(join(folder, 'uploads'))).toEqual([]);
});

test('the status of a bucket that rejects a request is reported', async () => {
  const files = openFiles({
    folder,
    env: { ...env, AWS_ACCESS_KEY_ID: 'other' },
    filesUrl: bucketUrl,
  });
  await expect(files.ping()).rejects.toThrow('The file bucket returned 403');
});
