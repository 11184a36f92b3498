import { readFileSync } from 'node:fs';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, call, timeoutMs, useProcesses, waitFor } from './server-process.js';
import {
  exchange,
  jsonHeaders,
  openSocket,
  postRequest,
  readResponses,
  requestHead,
  write,
} from './raw-http.js';

const { newFolder, start } = useProcesses();

let server: RunningServer;
let url: string;
beforeAll(async () => {
  server = await start(newFolder());
  ({ url } = server);
}, timeoutMs);

afterAll(() => {
  // Level 50 alerts the operator; a malformed request must not cause it.
  const errorLines = server
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(errorLines).toEqual([]);
});

const titles = async (): Promise<string[]> =>
  (await call(url, 'GET', '/v2/folders')).body.folders.map((each: { title: string }) => each.title);

const folder = (title: string) => JSON.stringify({ title });
const oneError = { errors: [expect.any(String)] };

async function expectError(status: number, ...parts: (string | Buffer)[]) {
  const responses = await exchange(url, ...parts);
  expect(responses.map((response) => [response.status, response.json()])).toEqual([
    [status, oneError],
  ]);
  expect(responses[0]!.headers['content-type']).toMatch(/^application\/json/);
}

describe('invalid HTTP', () => {
  test.each([
    ['a TLS hello', Buffer.from('16030100c8010000c403030a0b0c0d0e0f', 'hex')],
    ['another protocol', 'EHLO mail.example\r\n\r\n'],
    ['an unknown method', requestHead('BREW /v2/me')],
    ['a header without a colon', 'GET /v2/me HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n'],
    [
      'a Content-Length that is not a number',
      requestHead('POST /v2/folders', { 'Content-Length': 'many' }),
    ],
    [
      'Content-Length and Transfer-Encoding together',
      `${requestHead('POST /v2/folders', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
    ],
    [
      'a broken chunk',
      `${requestHead('POST /v2/folders', { 'Transfer-Encoding': 'chunked', ...jsonHeaders })}zz\r\n{}\r\n`,
    ],
  ])('%s returns 400', async (_name, bytes) => {
    await expectError(400, bytes);
  });

  test('a head over 128 KiB returns 431', async () => {
    await expectError(431, requestHead('GET /v2/me', { 'X-Padding': 'x'.repeat(130 * 1024) }));
  });

  test('a client that disconnects within the request head does not affect others', async () => {
    const socket = await openSocket(url);
    await write(socket, 'GET /v2/me HTT');
    socket.destroy();
    expect((await call(url, 'GET', '/v2/me')).status).toBe(200);
  });
});

const get = async (target: string) => {
  const [response] = await exchange(url, requestHead(`GET ${target}`, { Connection: 'close' }));
  return response!;
};

describe('paths and queries', () => {
  test('a query of 100 KiB works', async () => {
    const response = await get(`/v2/folders?q=${'x'.repeat(100 * 1024)}`);
    expect([response.status, response.json().folders]).toEqual([200, []]);
  });

  test('a token of 100 KiB is not found', async () => {
    expect((await get(`/v2/folders/${'x'.repeat(100 * 1024)}`)).status).toBe(404);
  });

  test.each(['/v2/folders/%E0%A4%A', '/v2/folders/%zz', '/v2/%ff'])(
    'bad percent-encoding in the path returns 400: %s',
    async (target) => {
      const response = await get(target);
      expect([response.status, response.json()]).toEqual([400, oneError]);
    },
  );

  test.each(['?q=%zz', '?q=%E0%A4%A', '?%ff=1', '?q=%00', '?q=%ed%a0%80'])(
    'a query that is not valid text returns 400: %s',
    async (query) => {
      const response = await get(`/v2/folders${query}`);
      expect([response.status, response.json()]).toEqual([400, oneError]);
    },
  );

  test('a NUL in a token is not found', async () => {
    const response = await get('/v2/folders/fldr_%00');
    expect([response.status, response.json()]).toEqual([404, oneError]);
  });

  test('the last value of a repeated parameter is used', async () => {
    const response = await get('/v2/teams?limit=500&limit=nonsense&limit=1');
    expect(response.status).toBe(200);
    expect(response.json().teams).toHaveLength(1);
  });
});

const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('bodies', () => {
  test.each([
    ['200 levels deep', nested(200)],
    ['a megabyte of [', '['.repeat(1_000_000)],
    ['a megabyte of {"a":', '{"a":'.repeat(200_000)],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"title":"'), 0xc3, 0x28, 0x22, 0x7d])],
    ['a raw NUL', Buffer.from('{"title":"a\0b"}')],
    ['an escaped NUL', String.raw`{"title":"a\u0000b"}`],
    ['a NUL in a key', String.raw`{"title":"a","b\u0000":1}`],
    ['half a surrogate pair', String.raw`{"title":"\ud800"}`],
    ['half a surrogate pair in a nested value', String.raw`{"title":"a","more":["\udfff"]}`],
    ['a list', '[{"title":"a"}]'],
    ['text after the end', '{"title":"a"}}'],
  ])('%s returns 400', async (_name, body) => {
    await expectError(400, postRequest('/v2/folders', body));
  });

  test('a __proto__ key does not pollute prototypes', async () => {
    const body = '{"__proto__":{"title":"polluted"},"constructor":{"prototype":{"title":"p"}}}';
    await expectError(400, postRequest('/v2/folders', body));
  });

  test('a body sent byte by byte is accepted', async () => {
    const bytes = postRequest('/v2/folders', folder('Byte by byte'));
    const singleBytes = Array.from({ length: bytes.length }, (_, index) =>
      bytes.subarray(index, index + 1),
    );
    const [response] = await exchange(url, ...singleBytes);
    expect([response!.status, response!.json().title]).toEqual([201, 'Byte by byte']);
  });

  test('a client that disconnects within the body changes nothing', async () => {
    const socket = await openSocket(url);
    const bytes = postRequest('/v2/folders', folder('Never finished'));
    await write(socket, bytes.subarray(0, -3));
    socket.destroy();
    const [next] = await exchange(url, postRequest('/v2/folders', folder('Next')));
    expect(next!.status).toBe(201);
    expect(await titles()).not.toContain('Never finished');
  });

  test('a client that half-closes before the body is complete changes nothing', async () => {
    const socket = await openSocket(url);
    const responses = readResponses(socket);
    socket.end(postRequest('/v2/folders', folder('Half closed')).subarray(0, -3));
    for (const response of await responses) expect(response.status).toBe(400);
    expect(await titles()).not.toContain('Half closed');
  });

  test('a Content-Length over the limit returns 413 without reading the body', async () => {
    const length = { 'Content-Length': 11 * 2 ** 20 };
    await expectError(413, requestHead('POST /v2/folders', { ...jsonHeaders, ...length }), '{');
  });

  test('a chunked body over the limit returns 413', async () => {
    const mebibyte = `100000\r\n${' '.repeat(2 ** 20)}\r\n`;
    // Only the last bytes exceed the limit: closing a connection with unread bytes may lose the response.
    await expectError(
      413,
      requestHead('POST /v2/folders', { ...jsonHeaders, 'Transfer-Encoding': 'chunked' }),
      ...Array.from({ length: 10 }, () => mebibyte),
      `1\r\n \r\n`,
    );
  });

  test('a chunked body is accepted', async () => {
    const [response] = await exchange(
      url,
      requestHead('POST /v2/folders', { ...jsonHeaders, 'Transfer-Encoding': 'chunked' }),
      '8\r\n{"title"\r\n',
      'b\r\n:"Chunked"}\r\n',
      '0\r\n\r\n',
    );
    expect([response!.status, response!.json().title]).toEqual([201, 'Chunked']);
  });

  test('Expect: 100-continue is confirmed before the body is sent', async () => {
    const body = folder('Continued');
    const socket = await openSocket(url);
    const responses = readResponses(socket);
    const length = { 'Content-Length': body.length, Expect: '100-continue' };
    const continued = new Promise<string>((resolve) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    await write(socket, requestHead('POST /v2/folders', { ...jsonHeaders, ...length }));
    expect(await continued).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await write(socket, body);
    expect((await responses).map((response) => response.status)).toEqual([100, 201]);
  });

  describe('compressed with gzip', () => {
    const gzip = { 'Content-Encoding': 'gzip' };

    test('are accepted', async () => {
      const [response] = await exchange(
        url,
        postRequest('/v2/folders', gzipSync(folder('Compressed')), gzip),
      );
      expect([response!.status, response!.json().title]).toEqual([201, 'Compressed']);
    });

    test.each([
      ['corrupt', Buffer.from('this is not gzip at all')],
      ['truncated', gzipSync(folder('Truncated')).subarray(0, -10)],
      ['with a wrong checksum', wrongChecksum(gzipSync(folder('Wrong checksum')))],
    ])('%s return 400', async (_name, body) => {
      await expectError(400, postRequest('/v2/folders', body, gzip));
    });

    test('in another encoding return 415', async () => {
      await expectError(415, postRequest('/v2/folders', 'x', { 'Content-Encoding': 'br' }));
    });

    test('that decompress to 1 GB return 413 without using the memory', async () => {
      const before = peakMegabytes(server.pid);
      await expectError(413, postRequest('/v2/folders', gigabyteBomb(), gzip));
      expect(peakMegabytes(server.pid) - before).toBeLessThan(150);
    });

    test.each([
      ['/v%32/folders', 401],
      ['/v2/integrations/x/costs.csv', 401],
      ['/oauth/token', 415],
      ['/console/session', 415],
      ['/nothing', 404],
    ])('are not decompressed without a credential: %s', async (path, status) => {
      const before = peakMegabytes(server.pid);
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        body: new Uint8Array(gigabyteBomb()),
      });
      expect([response.status, await response.json()]).toEqual([status, oneError]);
      expect(peakMegabytes(server.pid) - before).toBeLessThan(50);
    });
  });
});

function wrongChecksum(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 8]! ^= 0xff;
  return copy;
}

/** One megabyte that decompresses to 1 GB of spaces by repeating the same compressed block. */
function gigabyteBomb(): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH;
  const block = deflateRawSync(Buffer.alloc(16 * 2 ** 20, ' '), { finishFlush });
  const gzipHead = Buffer.from('1f8b0800000000000003', 'hex');
  return Buffer.concat([gzipHead, ...Array.from({ length: 64 }, () => block)]);
}

/** Peak resident memory of a process; 0 on systems other than Linux. */
function peakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

describe('methods and connections', () => {
  test('pipelined requests are answered in order', async () => {
    const responses = await exchange(
      url,
      requestHead('GET /v2/ping') +
        requestHead('GET /v2/folders/fldr_none') +
        requestHead('GET /v2/ping', { Authorization: 'Bearer nobody', Connection: 'close' }),
    );
    expect(responses.map((response) => response.status)).toEqual([200, 404, 401]);
  });

  test('garbage after a complete request returns 400', async () => {
    const responses = await exchange(
      url,
      `${requestHead('GET /v2/ping')}\u0000\u0001garbage\r\n\r\n`,
    );
    expect(responses.map((response) => response.status)).toContain(400);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const options = { headers: { authorization: requestHead('x').match(/Bearer \S+/)![0] } };
    const get = await fetch(`${url}/v2/teams`, options);
    const headOnly = await fetch(`${url}/v2/teams`, { ...options, method: 'HEAD' });
    expect([headOnly.status, await headOnly.text()]).toEqual([200, '']);
    expect(headOnly.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await fetch(`${url}/v2/teams`, { method: 'HEAD' })).status).toBe(401);
  });

  test('OPTIONS lists the methods without a credential', async () => {
    const response = await fetch(`${url}/v2/folders`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([
      204,
      'GET, POST, HEAD, OPTIONS',
    ]);
  });

  test('an unsupported method returns 405', async () => {
    const response = await call(url, 'PATCH', '/v2/folders', {});
    expect([response.status, response.body]).toEqual([405, oneError]);
  });

  test('200 idle connections do not block others', async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, () => openSocket(url)));
    expect((await call(url, 'GET', '/v2/me')).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});

describe('ten concurrent updates of one folder', () => {
  test('lose nothing: each builds on the previous one', async () => {
    const create = async (path: string, body: object) =>
      (await call(url, 'POST', path, body)).body.token as string;
    const token = await create('/v2/folders', { title: 'Initial' });
    const filters = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        create('/v2/saved_filters', { title: `Filter ${index}` }),
      ),
    );
    const bodies = filters.flatMap((filter, index) => [
      { title: `Title ${index}` },
      { saved_filter_tokens: [filter] },
    ]);
    const responses = await Promise.all(
      bodies.map((body) => call(url, 'PUT', `/v2/folders/${token}`, body)),
    );
    expect(responses.map((response) => response.status)).toEqual(bodies.map(() => 200));

    const { body } = await call(url, 'GET', `/v2/audit_logs?object_token=${token}&action=update`);
    const changes: Record<string, [unknown, unknown]>[] = body.audit_logs
      .map((log: { object_changes: unknown }) => log.object_changes)
      .toReversed();
    expect(changes).toHaveLength(10);
    const changesOf = (key: string) => changes.flatMap((each) => (each[key] ? [each[key]] : []));
    for (const [key, first] of [
      ['title', 'Initial'],
      ['saved_filter_tokens', []],
    ] as const) {
      const chain = changesOf(key);
      expect(chain).toHaveLength(5);
      expect(chain.map(([previous]) => previous)).toEqual([
        first,
        ...chain.slice(0, -1).map(([, next]) => next),
      ]);
      const now = (await call(url, 'GET', `/v2/folders/${token}`)).body;
      expect(now[key]).toEqual(chain.at(-1)![1]);
    }
  });
});

test('afterwards the server is healthy and stops cleanly', async () => {
  const health = await waitFor('the server is healthy', async () => {
    const response = await fetch(`${url}/healthz`);
    return response.ok ? response : undefined;
  });
  expect(await health.json()).toEqual({ status: 'ok', unhealthy: [] });
  expect((await server.stop()).status).toBe(0);
});
