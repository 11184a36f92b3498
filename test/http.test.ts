import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../src/platform/http/server.js';
import { type Account, clientFor, newAccount } from './harness.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const anonymous = () => clientFor(account.app, undefined);

describe('a credential', () => {
  test.each([
    ['Bearer', 401],
    ['bearer SECRET', 200],
    ['BEARER SECRET', 200],
    ['Bearer  SECRET', 401],
    ['Basic SECRET', 401],
    ['Bearer vntg_tkn_0000000000000000000000000000000000000000', 401],
  ])('%s returns %i', async (header, status) => {
    const authorization = header.replace('SECRET', account.secret);
    expect((await anonymous().send('GET', '/v2/me', undefined, { authorization })).status).toBe(
      status,
    );
  });

  test('is checked before the path: unknown paths are 401 without a credential and 404 with one', async () => {
    expect((await anonymous().get('/v2/nothing')).status).toBe(401);
    expect((await anonymous().get('/v1/integrations/aws')).status).toBe(401);
    expect((await account.as.get('/v2/nothing')).status).toBe(404);
    expect((await account.as.get('/v1/integrations')).status).toBe(404);
  });

  test.each(['/v1/integrations/aws', '/v1/integrations/aws/info', '/v1/integrations/aws/7'])(
    '%s, which Terraform calls for its AWS resource, returns 501 and what to use',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const { status, body } = await account.as.send(method, path);
        expect(status).toBe(501);
        expect(body.errors).toEqual([expect.stringContaining('Integrations page of the console')]);
      }
    },
  );
});

describe('every response', () => {
  test('has a request id, taken from the caller if it is valid', async () => {
    const sent = await account.as.send('GET', '/v2/me', undefined, { 'x-request-id': 'abc-1.2_3' });
    expect(sent.headers['x-request-id']).toBe('abc-1.2_3');
    const generated = await account.as.send('GET', '/v2/me', undefined, {
      'x-request-id': 'no spaces',
    });
    expect(generated.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(generated.headers['cache-control']).toBe('no-store');
  });

  test('is JSON, even for errors of the router and the parser', async () => {
    for (const path of ['/v2/nothing', '/nothing', '/v2/teams/%', '/v2/teams/%ff%fe']) {
      const response = await account.as.get(path);
      expect(response.headers['content-type'], path).toMatch(/^application\/json/);
      expect(response.body.errors, path).toHaveLength(1);
    }
  });

  test('is compressed when it is long and the caller accepts gzip', async () => {
    const plain = await account.as.get('/v2/oas_v3.json');
    const response = await account.app.server.inject({
      url: '/v2/oas_v3.json',
      headers: { authorization: `Bearer ${account.secret}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toEqual(plain.body);
  });
});

describe('methods', () => {
  test('HEAD is GET without the body', async () => {
    const response = await account.as.send('HEAD', '/v2/me');
    expect(response.status).toBe(200);
    expect(response.body).toBe('');
  });

  test('OPTIONS lists the methods of a path, without a credential', async () => {
    const response = await anonymous().send('OPTIONS', '/v2/teams/x');
    expect(response.status).toBe(204);
    expect(response.headers['allow']).toBe('GET, PUT, DELETE, HEAD, OPTIONS');
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('other methods return 405 with Allow', async () => {
    const response = await account.as.send('PATCH', '/v2/teams/x', {});
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toContain('PUT');
    expect(response.body.errors).toHaveLength(1);
  });

  test('a trailing slash is ignored', async () => {
    expect((await account.as.get('/v2/teams/')).status).toBe(200);
  });
});

describe('a request body', () => {
  const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
    account.as.send('POST', '/v2/teams', body, headers);

  test('may be empty, with or without a content type', async () => {
    expect((await send('')).body.errors).toEqual(['name is missing']);
    const bare = await account.app.server.inject({
      method: 'POST',
      url: '/v2/teams',
      headers: { authorization: `Bearer ${account.secret}` },
    });
    expect(bare.json().errors).toEqual(['name is missing']);
  });

  test('without a content type is read as JSON', async () => {
    const response = await account.app.server.inject({
      method: 'POST',
      url: '/v2/teams',
      headers: { authorization: `Bearer ${account.secret}` },
      payload: '{"name":"T"}',
    });
    expect(response.statusCode).toBe(201);
  });

  test.each([
    ['null', 'Request body must be an object'],
    ['[]', 'Request body must be an object'],
    ['"x"', 'Request body must be an object'],
    ['{"name":', 'Request body is not valid JSON'],
    ['{"name":"a\\u0000b"}', 'Request body contains a NUL character'],
    ['{"name":"\\ud800"}', 'Request body contains an unpaired surrogate'],
    [
      `{"name":${'['.repeat(70)}${']'.repeat(70)}}`,
      'Request body is nested more than 64 levels deep',
    ],
  ])('%s is 400', async (body, message) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([message]);
  });

  test('that is not UTF-8 is 400', async () => {
    const response = await send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    expect(response.body.errors).toEqual(['Request body is not valid UTF-8']);
  });

  test('of another type is 415', async () => {
    expect((await send('<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect(
      (await send('{"name":"T"}', { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(201);
  });

  test('over the limit is 413', async () => {
    const response = await send(JSON.stringify({ name: 'x'.repeat(11 * 2 ** 20) }));
    expect(response.status).toBe(413);
    expect(response.body.errors).toEqual(['Request body is too large']);
  });

  test('may be compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await send(gzipSync('{"name":"Compressed"}'), headers)).status).toBe(201);
    expect((await send(Buffer.from('not gzip'), headers)).status).toBe(400);
  });

  test('reports all errors at once, in the order of the fields', async () => {
    const response = await account.as.post('/v2/folders', {
      title: 5,
      type: 'X',
      saved_filter_tokens: 'a',
    });
    expect(response.body.errors).toEqual([
      'title is invalid',
      'saved_filter_tokens is invalid',
      'type does not have a valid value',
    ]);
  });
});

describe('settings', () => {
  async function serverWith(settings: object) {
    const { app } = account;
    const services = { ...app.services, config: { ...app.services.config, ...settings } };
    const server = await createServer({ services, operations: app.operations, clock: app.clock });
    return (url: string, headers: Record<string, string> = {}) =>
      server.inject({ url, headers: { authorization: `Bearer ${account.secret}`, ...headers } });
  }

  test('the rate limit counts per credential and says when to retry', async () => {
    const get = await serverWith({ rateLimit: 2 });
    const first = await get('/v2/me');
    expect(first.headers).toMatchObject({
      'x-rate-limit-limit': '2',
      'x-rate-limit-remaining': '1',
      'x-rate-limit-reset': '1773133260',
    });
    await get('/v2/me');
    const third = await get('/v2/me');
    expect(third.statusCode).toBe(429);
    expect(third.json()).toEqual({ errors: ['Rate limit exceeded'] });
    expect(Number(third.headers['retry-after'])).toBe(60);
    const other = await account.withScopes('read');
    expect((await get('/v2/me', { authorization: `Bearer ${other.secret}` })).statusCode).toBe(200);
  });

  test('links start with the public URL', async () => {
    const get = await serverWith({ publicUrl: 'https://costs.example.com' });
    const { links } = (await get('/v2/teams?limit=1')).json();
    expect(links.self).toBe('https://costs.example.com/v2/teams?limit=1');
  });

  test('forwarded headers are used only from trusted proxies', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'costs.example.com' };
    const behindProxy = await serverWith({ trustedProxies: ['127.0.0.1'] });
    expect((await behindProxy('/v2/teams', forwarded)).json().links.self).toBe(
      'https://costs.example.com/v2/teams',
    );
    const direct = await serverWith({});
    expect((await direct('/v2/teams', forwarded)).json().links.self).toMatch(/^http:\/\/localhost/);
  });

  test('browsers on configured origins may call the API', async () => {
    const get = await serverWith({ corsOrigins: ['https://app.example.com'] });
    const allowed = await get('/v2/me', { origin: 'https://app.example.com' });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(allowed.headers['access-control-expose-headers']).toContain('Location');
    expect((await get('/v2/me', { origin: 'https://evil.example' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

describe('outside the API', () => {
  test('the reference page lists every operation, without scripts and without a credential', async () => {
    const page = await anonymous().get('/docs');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.body).not.toContain('<script');
    for (const operation of account.app.operations.filter((each) => each.path.startsWith('/v2/'))) {
      expect(page.body).toContain(`id="${operation.id}"`);
    }
  });

  test('health and readiness need no credential', async () => {
    expect((await anonymous().get('/healthz')).body).toEqual({ status: 'ok', unhealthy: [] });
    expect((await anonymous().get('/readyz')).status).toBe(200);
  });
});
