import { existsSync } from 'node:fs';
import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../src/platform/http/server.js';
import { currentQuestion } from '../src/platform/lib/question.js';
import { type RawResponse, exchange, requestHead } from './e2e/raw-http.js';
import { type Account, clientFor, newAccount, testOrigin } from './harness.js';

// What callers without a credential, and requests that no ordinary client sends, can reach.
let account: Account;
let origin: string;
beforeAll(async () => {
  account = await newAccount();
  origin = await testOrigin();
});

const anonymous = () => clientFor(account.app, undefined);
const noCredential = { Authorization: '' };
const ownCredential = () => ({ Authorization: `Bearer ${account.secret}` });

async function request(line: string, headers: Record<string, string | number>) {
  const [response] = await exchange(origin, requestHead(line, { ...headers, Connection: 'close' }));
  return response as RawResponse;
}

describe('a path in another spelling', () => {
  const spellings = ['/v%32/folders', '/%76%32/folders', '/v2/%66olders', '/%63onsole/tokens'];

  test.each(spellings)('%s needs a credential', async (path) => {
    const response = await anonymous().get(path);
    expect([response.status, response.body]).toEqual([
      401,
      { errors: ['Invalid or missing credential'] },
    ]);
  });

  test.each(['/v%32/nothing', '/%76%31/integrations', '/consol%65/nothing'])(
    'the unknown path %s needs a credential',
    async (path) => {
      expect((await anonymous().get(path)).status).toBe(401);
      expect((await account.as.get(path)).status).toBe(404);
    },
  );

  test('counts towards the rate limit', async () => {
    const { app } = account;
    const config = { ...app.services.config, rateLimit: 1 };
    const server = await createServer({ ...app, services: { ...app.services, config } });
    const headers = { authorization: `Bearer ${account.secret}` };
    expect((await server.inject({ url: '/v%32/me', headers })).statusCode).toBe(200);
    expect((await server.inject({ url: '/v2/me', headers })).statusCode).toBe(429);
  });

  test('is answered before its body is read', async () => {
    const head = requestHead('POST /v%32/folders', {
      ...noCredential,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      'Content-Length': 1_000_000,
      Connection: 'close',
    });
    const [response] = await exchange(origin, head);
    expect(response!.status).toBe(401);
  });
});

describe('a request that needs no credential', () => {
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'x'.repeat(12) });

  test.each(['/console/session', '/oauth/token'])(
    '%s is not decompressed and has a small body',
    async (path) => {
      const post = (body: string | Buffer, headers: Record<string, string>) =>
        anonymous().send('POST', path, body, headers);
      const compressed = await post(gzipSync(login), { 'content-encoding': 'gzip' });
      expect(compressed.status).toBe(415);
      expect((await post('x'.repeat(20_000), {})).status).toBe(413);
    },
  );

  test('of an unknown path is answered before its body is read', async () => {
    const [response] = await exchange(
      origin,
      requestHead('POST /nothing', { ...noCredential, 'Content-Length': 1e6, Connection: 'close' }),
    );
    expect([response!.status, response!.json()]).toEqual([404, { errors: ['Path not found'] }]);
  });
});

test('a path that nothing serves is not found, but asks for a credential first', async () => {
  expect((await account.as.get('/v2/constructor')).body.errors).toEqual(['Path not found']);
  expect((await anonymous().get('/v2/constructor')).status).toBe(401);
});

test('a request for data may take as long as the setting says, a write is not limited', async () => {
  const { app } = account;
  const config = { ...app.services.config, querySeconds: 9 };
  const seconds: (number | undefined)[] = [];
  const operations = app.operations
    .filter(({ id }) => id === 'getMe' || id === 'createFolder')
    .map((each) => ({
      ...each,
      body: undefined,
      response: undefined,
      run: () => {
        seconds.push(currentQuestion()?.seconds);
        return Promise.resolve({});
      },
    }));
  const server = await createServer({ ...app, operations, services: { ...app.services, config } });
  const headers = { authorization: `Bearer ${account.secret}` };
  await server.inject({ url: '/v2/me', headers });
  await server.inject({ method: 'POST', url: '/v2/folders', headers });
  expect(seconds).toEqual([9, undefined]);
});

test('a route without an access rule is not mounted', async () => {
  const { app } = account;
  const server = await createServer(app);
  expect(() => server.get('/v2/forgotten', async () => ({}))).toThrow('declares no access rule');
});

describe('request targets', () => {
  test('an absolute URL means its path', async () => {
    const line = `GET ${origin}/v2/ping`;
    expect((await request(line, ownCredential())).json()).toEqual({ ping: 'pong' });
    expect((await request(line, noCredential)).status).toBe(401);
    const upperCase = await request('GET HTTP://example.com/v2/ping?x=1', ownCredential());
    expect(upperCase.status).toBe(200);
  });

  // A run of this file alone does not build the console.
  test.each(['GET http://', 'GET http://[', 'GET https://x'])(
    '%s, which has no path, is the page of the console',
    async (line) => {
      const { status } = await request(line, ownCredential());
      expect(status).toBe(existsSync('build/web') ? 200 : 404);
    },
  );

  test('GET * has no page', async () => {
    const response = await request('GET *', ownCredential());
    expect([400, 404]).toContain(response.status);
    expect(response.json().errors).toHaveLength(1);
  });

  test('OPTIONS * is answered', async () => {
    expect((await request('OPTIONS *', noCredential)).status).toBe(404);
  });
});

describe('methods', () => {
  const unusual = METHODS.filter(
    (method) => !['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT'].includes(method),
  );

  test.each(unusual)('%s of a known path is 405, of an unknown one 404', async (method) => {
    expect((await request(`${method} /v2/folders`, noCredential)).status).toBe(401);
    const known = await request(`${method} /v2/folders`, ownCredential());
    expect([known.status, known.headers['allow']]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect((await request(`${method} /v2/nothing`, ownCredential())).status).toBe(404);
    expect((await request(`${method} /nothing`, noCredential)).status).toBe(404);
  });
});

describe('a response to a request that is not valid HTTP', () => {
  test.each([
    [400, 'EHLO mail.example\r\n\r\n'],
    [431, requestHead('GET /v2/me', { 'X-Padding': 'x'.repeat(130 * 1024) })],
    [400, requestHead('GET /v2/folders/%zz', { Connection: 'close' })],
  ])('has the usual headers: %i', async (status, bytes) => {
    const [response] = await exchange(origin, bytes);
    expect(response!.status).toBe(status);
    expect(response!.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});
