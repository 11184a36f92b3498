import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/harness.js';
import { mountConsole } from './console-files.js';

let server: FastifyInstance;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__">');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'start()');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync('start()'));
  server = fastify();
  server.setNotFoundHandler((request, reply) => {
    const page = consolePage(request, reply);
    return page ?? reply.code(404).send({ errors: ['Path not found'] });
  });
  const consolePage = mountConsole(server, folder);
});

const open = (url: string, accept = 'text/html,*/*') => server.inject({ url, headers: { accept } });

test('the page is revalidated on each request and has its own nonce', async () => {
  const [one, two] = [await open('/'), await open('/')];
  expect(one.statusCode).toBe(200);
  expect(one.headers['cache-control']).toBe('no-cache');
  const nonce = /nonce="([^"]+)"/.exec(one.body)![1]!;
  expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(two.body).not.toContain(nonce);
});

test('only scripts of the console run, and the page cannot be framed', async () => {
  const { headers } = await open('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers['referrer-policy']).toBe('same-origin');
});

test('every console path serves the page; API clients still get JSON', async () => {
  expect((await open('/cost-reports/rprt_1')).statusCode).toBe(200);
  expect((await open('/cost-reports', 'application/json')).statusCode).toBe(404);
  for (const path of ['/v2/nothing', '/console/nothing', '/files/nothing', '/assets/nothing.js']) {
    expect((await open(path)).headers['content-type']).toMatch(/^application\/json/);
  }
  const sent = await server.inject({ method: 'POST', url: '/x', headers: { accept: 'text/html' } });
  expect(sent.statusCode).toBe(404);
});

test('assets are cached indefinitely and compressed', async () => {
  const compressed = await server.inject({
    url: '/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip, deflate' },
  });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(compressed.headers['cache-control']).toContain('immutable');
  const plain = await open('/assets/main-1a2b.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe('start()');
});

test('API paths return 401 and JSON to a browser', async () => {
  const { server: appServer } = await testApp();
  const response = await appServer.inject({ url: '/v2/nothing', headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual({ errors: ['Invalid or missing credential'] });
});
