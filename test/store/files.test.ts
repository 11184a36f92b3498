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
  return objects.has(key) ? [200, objects.get(key)] : [404];
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
